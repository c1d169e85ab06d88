import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonSchema } from '#engine';
import { isObject } from '#engine/json-schema/values.ts';
import { mapEverySchema } from '#engine/json-schema/walk.ts';
import { type DraftName, drafts } from '../parity/schema-arbitrary.ts';
import type { Case } from './cases.ts';

/** A file of the JSON-Schema-Test-Suite. */
type SuiteFile = readonly {
  readonly description: string;
  readonly schema: JsonSchema | boolean;
  readonly tests: readonly { readonly data: Json; readonly valid: boolean }[];
}[];

const folders: Readonly<Record<DraftName, string>> = { '2020-12': 'draft2020-12', 'draft-07': 'draft7' };

/** The required cases of a draft from a copy of the JSON-Schema-Test-Suite, with those of the formats. */
export function suiteCases(suite: string, draft: DraftName): readonly Case[] {
  const folder = join(suite, 'tests', folders[draft]);
  const files = [folder, join(folder, 'optional/format')].flatMap((one) =>
    readdirSync(one)
      .filter((file) => file.endsWith('.json'))
      .map((file) => join(one, file)),
  );
  return files.flatMap((file) =>
    (JSON.parse(readFileSync(file, 'utf8')) as SuiteFile).map(({ description, schema, tests }) => ({
      about: `${file.slice(folder.length + 1)}: ${description}`,
      schema,
      valid: tests.filter(({ valid }) => valid).map(({ data }) => data),
      invalid: tests.filter(({ valid }) => !valid).map(({ data }) => data),
    })),
  );
}

/** The form whose field `answer` holds a value of a schema: the references of the schema lead from its new place. */
export function formAround(schema: JsonSchema | boolean, draft: DraftName): JsonSchema {
  const moved = isObject(schema) ? mapEverySchema(schema, withMovedReference) : schema;
  const { $schema: _draft, ...value } = isObject(moved) ? moved : { $schema: undefined };
  const answer = {
    type: 'object',
    properties: { value: isObject(moved) ? value : moved },
    required: ['value'],
  };
  return { $schema: drafts[draft], type: 'object', properties: { answer } };
}

function withMovedReference(schema: JsonSchema): JsonSchema {
  const { $ref: reference } = schema;
  const isLocal = typeof reference === 'string' && (reference === '#' || reference.startsWith('#/'));
  return isLocal ? { ...schema, $ref: `#/properties/answer/properties/value${reference.slice(1)}` } : schema;
}
