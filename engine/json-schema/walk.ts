import type { JsonSchema } from '../model/types.ts';
import { listKeywords, mapKeywords, schemaKeywords } from './keywords.ts';
import { getValueAt, type JsonPath } from './pointers.ts';
import { asObject, isObject, mapValues } from './values.ts';

/** A schema: an object, or `true` or `false` (JSON Schema Core 2020-12, section 4.3). */
export type SchemaOrBoolean = JsonSchema | boolean;

/** A schema with its path from the schema in which it was found. */
export interface Subschema<Kind extends SchemaOrBoolean = JsonSchema> {
  readonly schema: Kind;
  readonly path: JsonPath;
}

/**
 * Returns a copy of a schema in which each schema directly inside it is the result of `change`. Only this
 * function knows which keywords contain schemas: values of `const`, `enum`, `default` and `examples` are data
 * even if they look like schemas, and names in `properties` are never keywords.
 */
export function mapSubschemas(
  schema: JsonSchema,
  change: (inner: SchemaOrBoolean, path: JsonPath) => unknown,
): JsonSchema {
  /** Returns the result of `change` for a schema, and any other value unchanged. */
  const changeIfSchema = (value: unknown, ...path: JsonPath) =>
    isSchema(value) ? change(value, path) : value;
  return mapValues(schema, (value, keyword) => {
    if (mapKeywords.has(keyword))
      return isObject(value)
        ? mapValues(value, (inner, name) => changeIfSchema(inner, keyword, name))
        : value;
    if (Array.isArray(value))
      return listKeywords.has(keyword)
        ? value.map((inner, index) => changeIfSchema(inner, keyword, index))
        : value;
    return schemaKeywords.has(keyword) ? changeIfSchema(value, keyword) : value;
  });
}

/** Returns the schemas directly inside a schema, also those that are `true` or `false`. */
export function listInnerSchemas(schema: JsonSchema): readonly Subschema<SchemaOrBoolean>[] {
  const found: Subschema<SchemaOrBoolean>[] = [];
  mapSubschemas(schema, (inner, path) => found.push({ schema: inner, path }));
  return found;
}

/**
 * Yields every schema inside a schema at any depth, itself first. Schemas that are `true` or `false` are left
 * out.
 * @param path The path of the schema, with which the paths of the result begin.
 */
export function* iterateSchemas(schema: unknown, path: JsonPath = []): Generator<Subschema> {
  if (!isObject(schema)) return;
  yield { schema, path };
  for (const inner of listInnerSchemas(schema)) yield* iterateSchemas(inner.schema, [...path, ...inner.path]);
}

/**
 * Returns the schema of a top-level property. Returns an empty schema if there is none, or if it is a
 * boolean.
 */
export function getPropertySchema(schema: JsonSchema | undefined, name: string): JsonSchema {
  return asObject(getValueAt(schema, ['properties', name]));
}

function isSchema(value: unknown): value is SchemaOrBoolean {
  return typeof value === 'boolean' || isObject(value);
}

/** Keywords whose schemas only test a value. Nothing is drawn for them. */
export const testingKeywords: ReadonlySet<string> = new Set(['if', 'not', 'contains', 'propertyNames']);

/**
 * Returns true if the schema at a path describes a drawn value: a property or an item that is not inside one
 * of the excluded keywords.
 */
export function isDrawnValuePath(
  path: JsonPath,
  excludedKeywords: ReadonlySet<string> = testingKeywords,
): boolean {
  const keywords = listKeywordsAlong(path);
  return (
    valueKeywords.has(keywords.at(-1) ?? '') && !keywords.some((keyword) => excludedKeywords.has(keyword))
  );
}

const valueKeywords: ReadonlySet<string> = new Set(['properties', 'items', 'prefixItems']);

/** Returns the keywords along a path without names and indexes. A property may have the name of a keyword. */
export function listKeywordsAlong(path: JsonPath): readonly string[] {
  const found: string[] = [];
  for (let index = 0; index < path.length; index += 1) {
    const keyword = String(path[index]);
    found.push(keyword);
    if (mapKeywords.has(keyword) || typeof path[index + 1] === 'number') index += 1;
  }
  return found;
}
