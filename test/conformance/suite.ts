import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json, JsonSchema } from '#engine';
import { mapEverySchema } from '#engine/json-schema/map-every-schema.ts';
import { isObject } from '#engine/json-schema/values.ts';
import { type DraftName, drafts } from '../parity/schema-arbitrary.ts';

/** A schema with valid and invalid values: a group of the JSON-Schema-Test-Suite. */
export interface SuiteCase {
  readonly about: string;
  readonly schema: JsonSchema | boolean;
  readonly valid: readonly Json[];
  readonly invalid: readonly Json[];
}

/** A file of the JSON-Schema-Test-Suite. */
type SuiteFile = readonly {
  readonly description: string;
  readonly schema: JsonSchema | boolean;
  readonly tests: readonly { readonly data: Json; readonly valid: boolean }[];
}[];

const folders: Readonly<Record<DraftName, string>> = { '2020-12': 'draft2020-12', 'draft-07': 'draft7' };

const suite = fileURLToPath(new URL('json-schema-test-suite/', import.meta.url));

/**
 * Returns every case of a draft of the JSON-Schema-Test-Suite
 * (https://github.com/json-schema-org/JSON-Schema-Test-Suite), including optional ones and formats. No npm
 * package has a recent version, therefore a copy is beside this file: commit 47958f8, from Debian's
 * libtest-json-schema-acceptance-perl 1.019.
 */
export function readSuiteCases(draft: DraftName): readonly SuiteCase[] {
  const folder = join(suite, folders[draft]);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  );
  return files.sort().flatMap((file) =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as SuiteFile).map(
      ({ description, schema, tests }) => ({
        about: `${file}: ${description}`,
        schema,
        valid: tests.filter(({ valid }) => valid).map(({ data }) => data),
        invalid: tests.filter(({ valid }) => !valid).map(({ data }) => data),
      }),
    ),
  );
}

/**
 * Returns a form whose field `answer` has a schema. References are adapted to their new position, and the
 * form takes the schema's `$id`.
 */
export function wrapInForm(schema: JsonSchema | boolean, draft: DraftName): JsonSchema {
  const moved = isObject(schema) ? mapEverySchema(schema, withMovedReference) : schema;
  const { $schema = drafts[draft], $id: id, ...value } = isObject(moved) ? moved : {};
  const answer = {
    type: 'object',
    properties: { value: isObject(moved) ? value : moved },
    required: ['value'],
  };
  return {
    $schema,
    ...(typeof id === 'string' && { $id: id }),
    type: 'object',
    properties: { answer },
  };
}

function withMovedReference(schema: JsonSchema): JsonSchema {
  const { $ref: reference } = schema;
  const isLocal = typeof reference === 'string' && (reference === '#' || reference.startsWith('#/'));
  return isLocal ? { ...schema, $ref: `#/properties/answer/properties/value${reference.slice(1)}` } : schema;
}
