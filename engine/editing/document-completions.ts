import { asList, asObject } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';
import { metaFileOf } from './document-text.ts';
import { fallbackLocale } from './outline.ts';
import { textsFile } from './places.ts';

export interface Completion {
  readonly word: string;
  readonly description?: string;
}

/**
 * Returns the keys that an object may have according to its meta schema. In a file of texts, these are the
 * keys of the fallback language.
 */
export function keysAt(documents: Documents, file: string, path: readonly string[]): readonly Completion[] {
  if (file.startsWith('texts/') && path.length === 0)
    return Object.entries(asObject(documents[textsFile(fallbackLocale(documents))])).map(([word, text]) => ({
      word,
      description: String(text),
    }));
  const found = schemasAt(documents, file, path).flatMap(({ properties }) =>
    Object.entries(asObject(properties)).map(([word, schema]) => described(word, schema)),
  );
  return unique(found);
}

/** Returns the values that the meta schema lists for a position. */
export function valuesAt(documents: Documents, file: string, path: readonly string[]): readonly Completion[] {
  const found = schemasAt(documents, file, path).flatMap((schema) => {
    const booleans = schema.type === 'boolean' ? ['true', 'false'] : [];
    const values = [...asList(schema.enum), ...('const' in schema ? [schema.const] : [])];
    return [...booleans, ...values.map((value) => JSON.stringify(value))].map((word) =>
      described(word, schema),
    );
  });
  return unique(found);
}

type Schema = Readonly<Record<string, unknown>>;

function described(word: string, schema: unknown): Completion {
  const { description } = asObject(schema);
  return typeof description === 'string' ? { word, description } : { word };
}

function unique(completions: readonly Completion[]): readonly Completion[] {
  return [...new Map(completions.map((each) => [each.word, each])).values()];
}

/** Returns every subschema of the meta schema that applies to a position. */
function schemasAt(documents: Documents, file: string, path: readonly string[]): readonly Schema[] {
  const root = asObject(documents[metaFileOf(file)]);
  return path.reduce<readonly Schema[]>(
    (schemas, step) =>
      schemas.flatMap((schema) => inside(schema, step)).flatMap((schema) => spread(schema, root)),
    spread(root, root),
  );
}

function inside(schema: Schema, step: string): readonly Schema[] {
  const { properties, patternProperties, additionalProperties, items } = schema;
  const own = asObject(properties)[step];
  const patterns = Object.entries(asObject(patternProperties)).flatMap(([pattern, inner]) =>
    new RegExp(pattern, 'u').test(step) ? [inner] : [],
  );
  const named = own === undefined ? patterns : [own, ...patterns];
  const all =
    /^\d+$/.test(step) && items !== undefined ? [items] : named.length > 0 ? named : [additionalProperties];
  return all.map(asObject).filter((each) => Object.keys(each).length > 0);
}

/** Returns a schema with all schemas to which it refers or that it combines. */
function spread(schema: Schema, root: Schema, depth = 0): readonly Schema[] {
  if (depth > deepest) return [];
  const target = /^#\/(.+)$/.exec(String(schema.$ref ?? ''))?.[1];
  const referred = target?.split('/').reduce<unknown>((value, step) => asObject(value)[step], root);
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => asList(schema[key]));
  const inner = [
    ...(referred === undefined ? [] : [referred]),
    ...parts,
    ...['then', 'else'].flatMap((key) => schema[key] ?? []),
  ];
  return [schema, ...inner.flatMap((each) => spread(asObject(each), root, depth + 1))];
}

/** Schemas may be recursive. */
const deepest = 6;
