import type { JsonSchema } from '../types.ts';
import { listKeywords, mapKeywords, schemaKeywords } from './keywords.ts';
import { type Path, valueAt } from './pointers.ts';
import { asObject, isObject, mapValues } from './values.ts';

/** A schema: an object, or `true` or `false` (JSON Schema Core 2020-12, section 4.3). */
export type Schema = JsonSchema | boolean;

/** A schema inside another, and the steps to it. */
export interface Subschema<Kind extends Schema = JsonSchema> {
  readonly schema: Kind;
  readonly path: Path;
}

/**
 * The same schema with each one that stands directly inside it changed, by whatever keyword. This is the only place that says where
 * schemas stand in a schema: what `const`, `enum`, `default` and `examples` hold is data, whatever it looks like, and what
 * `properties` names is a property, whatever its name.
 */
export function mapSubschemas(
  schema: JsonSchema,
  change: (inner: Schema, path: Path) => unknown,
): JsonSchema {
  const changed = (value: unknown, ...path: Path) => (isSchema(value) ? change(value, path) : value);
  return mapValues(schema, (value, keyword) => {
    if (mapKeywords.has(keyword))
      return isObject(value) ? mapValues(value, (inner, name) => changed(inner, keyword, name)) : value;
    if (Array.isArray(value))
      return listKeywords.has(keyword) ? value.map((inner, index) => changed(inner, keyword, index)) : value;
    return schemaKeywords.has(keyword) ? changed(value, keyword) : value;
  });
}

/** The schemas that stand directly inside a schema. */
export function innerSchemas(schema: JsonSchema): readonly Subschema<Schema>[] {
  const found: Subschema<Schema>[] = [];
  mapSubschemas(schema, (inner, path) => found.push({ schema: inner, path }));
  return found;
}

/** Every schema inside a schema at any depth, itself first; `true` and `false` apart, of which nothing can be asked. */
export function* subschemas(schema: unknown, path: Path = []): Generator<Subschema> {
  if (!isObject(schema)) return;
  yield { schema, path };
  for (const inner of innerSchemas(schema)) yield* subschemas(inner.schema, [...path, ...inner.path]);
}

/** The schema of a property; an empty one where it has none, or none that says anything. */
export function propertyOf(schema: JsonSchema | undefined, name: string): JsonSchema {
  return asObject(valueAt(schema, ['properties', name]));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

/** Keywords whose schemas ask something of a value, and draw nothing. */
export const testingKeywords: ReadonlySet<string> = new Set(['if', 'not', 'contains', 'propertyNames']);

/** Whether what stands at a place describes a value that is drawn: a property or an item, below none of some keywords. */
export function isValuePlace(path: Path, below: ReadonlySet<string> = testingKeywords): boolean {
  const keywords = keywordsAlong(path);
  return valueKeywords.has(keywords.at(-1) ?? '') && !keywords.some((keyword) => below.has(keyword));
}

const valueKeywords: ReadonlySet<string> = new Set(['properties', 'items', 'prefixItems']);

/** The keywords along a path, without the names and places that they hold: a property may be called like a keyword. */
export function keywordsAlong(path: Path): readonly string[] {
  const found: string[] = [];
  for (let index = 0; index < path.length; index += 1) {
    const keyword = String(path[index]);
    found.push(keyword);
    if (mapKeywords.has(keyword) || typeof path[index + 1] === 'number') index += 1;
  }
  return found;
}
