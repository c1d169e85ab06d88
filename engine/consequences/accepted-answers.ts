import { samplesOf } from '../check/witness/samples.ts';
import { isWithin, pointerOf } from '../json-schema/pointers.ts';
import { dereference } from '../json-schema/references.ts';
import { asObject, isObject, isSameJson, mapValues } from '../json-schema/values.ts';
import { propertyOf, subschemas } from '../json-schema/walk.ts';
import type { FormType, Json, JsonSchema, SchemaCheck } from '../types.ts';
import type { Difference } from './consequence.ts';

export interface Judged {
  readonly type: FormType;
  readonly check: SchemaCheck;
}

export function answerDifferences(name: string, before: Judged, after: Judged): readonly Difference[] {
  const [one, other] = [before, after].map(({ type }) => bareSchema(type, name)) as [JsonSchema, JsonSchema];
  if (isSameJson(sorted(one), sorted(other))) return [];
  const limits = limitKeywords.flatMap((keyword) =>
    limitDifference(name, keyword, one[keyword], other[keyword]),
  );
  const [rest, otherRest] = [one, other].map((schema) => sorted(without(schema, limitKeywords)));
  return isSameJson(rest, otherRest) ? limits : [...limits, otherwiseJudged(name, before, after)];
}

/** Keywords with a value that a sentence can contain. Choices are compared separately. */
const limitKeywords = [
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'formatMinimum',
  'formatMaximum',
] as const;

/** Keywords that do not affect validation. */
const annotations = [
  '$id',
  '$comment',
  '$anchor',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
];

function bareSchema(type: FormType, name: string): JsonSchema {
  const bare = stripped(propertyOf(type.schema, name), type.schema);
  // Choices are compared by the plans. An empty answer is never sent, so `minLength: 1` has no effect.
  const { enum: _choices, minLength, ...rest } = asObject(bare);
  return { ...rest, ...(typeof minLength === 'number' && minLength > 1 && { minLength }) };
}

/**
 * Removes annotations from a schema and inlines its references, up to a maximum depth because references can
 * be circular.
 */
function stripped(schema: unknown, root: JsonSchema, depth = 0): unknown {
  if (Array.isArray(schema)) return schema.map((each) => stripped(each, root, depth + 1));
  if (!isObject(schema) || depth > mostNested) return schema;
  const inner = (value: unknown) => stripped(value, root, depth + 1);
  return Object.fromEntries(
    Object.entries(dereference(schema, root))
      .filter(([keyword]) => !annotations.includes(keyword))
      .map(([keyword, value]) => {
        if (literals.includes(keyword)) return [keyword, value];
        return [keyword, schemaMaps.includes(keyword) ? mapValues(value, inner) : inner(value)];
      }),
  );
}

/** Keywords whose values are not schemas. */
const literals = ['const', 'enum', 'required'];

/** Keywords whose values map names to schemas. */
const schemaMaps = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

const mostNested = 24;

/** Returns what a type's schema requires across fields: conditions, branches and dependencies. */
export function conditionsOfSchema({ schema }: FormType): unknown {
  const own = ['properties', 'required', '$schema', '$defs', 'definitions', 'type'];
  return sorted(without(asObject(stripped(schema, schema)), own));
}

/** Returns the titles and descriptions inside the schema of a field, with their paths. */
export function saidInside({ schema }: FormType, name: string): unknown {
  const { title: _title, description: _description, ...own } = dereference(propertyOf(schema, name), schema);
  return [...subschemas(own)].map(({ schema: { title, description }, path }) => [path, title, description]);
}

function without(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Sorts the keys of all objects, so that their order does not matter in a comparison. */
export function sorted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(sorted);
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, value]) => [key, sorted(value)]),
  );
}

function limitDifference(
  field: string,
  about: string,
  before: unknown,
  after: unknown,
): readonly Difference[] {
  if (isSameJson(before, after)) return [];
  const isLower = /^(?:min|exclusiveMin|formatMin)/.test(about);
  const kind = about === 'multipleOf' ? 'limit' : strictness(before, after, isLower);
  return [{ kind, field, about, ...given('before', before), ...given('after', after) }];
}

/**
 * Returns `narrower` if a limit accepts fewer values than before, `wider` if it accepts more, and `limit` if
 * this is not known.
 */
export function strictness(
  before: unknown,
  after: unknown,
  isLower: boolean,
): 'narrower' | 'wider' | 'limit' {
  if (before === undefined) return 'narrower';
  if (after === undefined) return 'wider';
  if (typeof before !== typeof after || (typeof before !== 'number' && typeof before !== 'string'))
    return 'limit';
  return (after as number) > (before as number) === isLower ? 'narrower' : 'wider';
}

/** Returns an object with the value under the key, or an empty object if the value is undefined. */
export function given<Key extends 'before' | 'after'>(
  key: Key,
  value: unknown,
): { readonly [K in Key]?: Json } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Json };
}

/**
 * Returns a difference with an answer that only one of the schemas accepts; without an answer if none was
 * found.
 */
function otherwiseJudged(field: string, before: Judged, after: Judged): Difference {
  for (const value of [...samplesFor(before, field), ...samplesFor(after, field), ...anyValues]) {
    const [one, other] = [before, after].map(({ check }) => isTaken(check, field, value));
    if (one && !other) return { kind: 'answers-refused', field, ...given('after', value) };
    if (!one && other) return { kind: 'answers-taken', field, ...given('after', value) };
  }
  return { kind: 'answers', field };
}

function samplesFor({ type }: Judged, name: string): readonly unknown[] {
  return samplesOf(dereference(propertyOf(type.schema, name), type.schema), type.schema);
}

const anyValues: readonly unknown[] = [
  'a',
  'A B',
  '1',
  '12',
  '2000',
  '+44 20 7946 0018',
  'name@example.com',
  'https://example.com',
  '2027-06-15',
  '12:30',
  0,
  1,
  1.5,
  -1,
  1000,
  true,
  false,
];

function isTaken(check: SchemaCheck, field: string, value: unknown): boolean {
  return !check({ [field]: value }).some(({ instancePath }) => isWithin(instancePath, pointerOf([field])));
}
