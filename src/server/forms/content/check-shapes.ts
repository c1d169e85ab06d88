import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findNearestName } from '#engine/compile/index.ts';
import type { ContentProblem } from './check-references.ts';
import { type ContentFile, contentKinds } from './content-kinds.ts';

/** Returns the violations of a file's JSON Schema, which allows unknown keys. */
export function checkContentShape(file: ContentFile, value: unknown): readonly ContentProblem[] {
  // Ajv compiles a schema once.
  const check = ajv.compile(contentKinds[file].schema);
  if (check(value)) return [];
  return (check.errors ?? []).map((error) => ({
    file,
    pointer: error.instancePath,
    reason: describeSchemaError(error),
  }));
}

// The schemas are ours, and a test validates them against the draft: compiling its meta schema takes longer
// than compiling all of them.
const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, validateSchema: false });
addFormats.default(ajv);

/** Formats a violation. A value is quoted, unless its schema is `writeOnly`, because it may be a secret. */
function describeSchemaError({ keyword, params, parentSchema, data, message }: ErrorObject): string {
  const found: unknown = data;
  if (keyword === 'required') return `"${params.missingProperty}" is missing`;
  const { writeOnly: isSecret } = (parentSchema ?? {}) as { readonly writeOnly?: boolean };
  const expected = (parentSchema as { readonly description?: string } | undefined)?.description ?? message;
  const near =
    keyword === 'enum'
      ? findNearestName(String(found), (params.allowedValues as readonly unknown[]).map(String))
      : undefined;
  if (isSecret) return `expected ${expected}`;
  return `expected ${expected}, found ${formatFoundValue(found)}${near === undefined ? '' : `; the nearest is "${near}"`}`;
}

/** Formats a value for a message: as JSON of about 60 characters, `a list`, `an object` or `nothing`. */
function formatFoundValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
