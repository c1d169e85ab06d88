import type { JsonSchema } from '../../types.ts';

/** A schema inside another, and the steps to it. */
export interface Subschema {
  readonly schema: JsonSchema;
  readonly path: readonly (string | number)[];
}

/** Every schema inside a schema, itself first; data below `examples`, `default`, `const` and `enum` is none. */
export function* subschemas(schema: unknown, path: readonly (string | number)[] = []): Generator<Subschema> {
  if (!isObject(schema)) return;
  yield { schema, path };
  for (const [keyword, value] of Object.entries(schema)) {
    if (single.has(keyword)) yield* subschemas(value, [...path, keyword]);
    if ((single.has(keyword) || lists.has(keyword)) && Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield* subschemas(item, [...path, keyword, index]);
    }
    if (maps.has(keyword) && isObject(value)) {
      for (const [name, inner] of Object.entries(value)) yield* subschemas(inner, [...path, keyword, name]);
    }
  }
}

/** Keywords that hold a schema (JSON Schema 2020-12 and draft-07; `items` of draft-07 may be a list). */
const single = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

const maps = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
