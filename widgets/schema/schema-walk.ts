import type { JsonSchema } from '#engine';

/** Keywords that hold one schema: JSON Schema Core 2020-12, section 10; draft-07 Validation, section 6. `items` may also hold a list. */
export const schemaKeywords: ReadonlySet<string> = new Set([
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

/** Keywords that hold a list of schemas. */
export const listKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);

/** Keywords that hold schemas by name. */
export const mapKeywords: ReadonlySet<string> = new Set([
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** The same schema with what stands directly inside it changed: every subschema, by whatever keyword. */
export function mapInner(schema: JsonSchema, change: (inner: unknown) => unknown): JsonSchema {
  return mapValues(schema, (value, keyword) => {
    if (mapKeywords.has(keyword)) return mapValues(value, change);
    if (Array.isArray(value)) return listKeywords.has(keyword) ? value.map(change) : value;
    return schemaKeywords.has(keyword) ? change(value) : value;
  });
}

/** An object with its values changed; an empty one for what is no object. */
export function mapValues(
  map: unknown,
  change: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(asObject(map)).map(([name, value]) => [name, change(value, name)]),
  );
}

/** Whether a JSON value is an object, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a JSON value is, else an empty one. */
export function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** The list that a JSON value is, else an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
