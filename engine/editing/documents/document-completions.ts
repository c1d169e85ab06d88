import { asList, asObject } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';
import { getFallbackLocale } from '../fields/outline.ts';
import { getTextsFile } from './document-files.ts';
import { getMetaFile } from './document-text.ts';

export interface Completion {
  /** A key without quotes, or a value as JSON text. */
  readonly word: string;
  readonly description?: string;
}

/**
 * Returns the keys that an object may have according to its meta schema, including those that it has already;
 * empty if the meta schema names none. At the root of a file of texts, returns the keys of the fallback
 * language with their texts as descriptions.
 * @param path The keys from the root to the object; an item of a list has its index.
 */
export function listKeyCompletions(
  documents: Documents,
  file: string,
  path: readonly string[],
): readonly Completion[] {
  if (file.startsWith('texts/') && path.length === 0)
    return Object.entries(asObject(documents[getTextsFile(getFallbackLocale(documents))])).map(
      ([word, text]) => ({
        word,
        description: String(text),
      }),
    );
  const found = listApplicableSchemas(documents, file, path).flatMap(({ properties }) =>
    Object.entries(asObject(properties)).map(([word, schema]) => createCompletion(word, schema)),
  );
  return removeDuplicateWords(found);
}

/**
 * Returns the values that the meta schema allows at a path: `true` and `false`, or the values of `enum` and
 * `const`. Empty if it lists none.
 */
export function listValueCompletions(
  documents: Documents,
  file: string,
  path: readonly string[],
): readonly Completion[] {
  const found = listApplicableSchemas(documents, file, path).flatMap((schema) => {
    const booleans = schema.type === 'boolean' ? ['true', 'false'] : [];
    const values = [...asList(schema.enum), ...('const' in schema ? [schema.const] : [])];
    return [...booleans, ...values.map((value) => JSON.stringify(value))].map((word) =>
      createCompletion(word, schema),
    );
  });
  return removeDuplicateWords(found);
}

type Schema = Readonly<Record<string, unknown>>;

/** Creates a completion with the description of the schema, if it has one. */
function createCompletion(word: string, schema: unknown): Completion {
  const { description } = asObject(schema);
  return typeof description === 'string' ? { word, description } : { word };
}

/** Returns one completion for each word: the last one, at the position of the first. */
function removeDuplicateWords(completions: readonly Completion[]): readonly Completion[] {
  return [...new Map(completions.map((each) => [each.word, each])).values()];
}

/**
 * Returns the parts of a file's meta schema that describe the value at a path, those of all branches
 * included; empty if there are none.
 */
function listApplicableSchemas(
  documents: Documents,
  file: string,
  path: readonly string[],
): readonly Schema[] {
  const root = asObject(documents[getMetaFile(file)]);
  return path.reduce<readonly Schema[]>(
    (schemas, step) =>
      schemas
        .flatMap((schema) => listMemberSchemas(schema, step))
        .flatMap((schema) => expandSchema(schema, root)),
    expandSchema(root, root),
  );
}

/**
 * Returns the subschemas of a schema for one segment of a path: `items` for an index, else those of the
 * property with this name and of the patterns that match, else `additionalProperties`. Leaves out booleans
 * and empty schemas.
 */
function listMemberSchemas(schema: Schema, step: string): readonly Schema[] {
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

/**
 * Returns a schema, followed by all schemas to which it refers inside `root`, and those in its `allOf`,
 * `anyOf`, `oneOf`, `then` and `else`, down to `maxDepth`.
 */
function expandSchema(schema: Schema, root: Schema, depth = 0): readonly Schema[] {
  if (depth > maxDepth) return [];
  const target = /^#\/(.+)$/.exec(String(schema.$ref ?? ''))?.[1];
  const referred = target?.split('/').reduce<unknown>((value, step) => asObject(value)[step], root);
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => asList(schema[key]));
  const inner = [
    ...(referred === undefined ? [] : [referred]),
    ...parts,
    ...['then', 'else'].flatMap((key) => schema[key] ?? []),
  ];
  return [schema, ...inner.flatMap((each) => expandSchema(asObject(each), root, depth + 1))];
}

/** Schemas may be recursive. */
const maxDepth = 6;
