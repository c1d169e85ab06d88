import { generateSamples } from '../check/examples/samples.ts';
import { isPointerWithin, toJsonPointer } from '../json-schema/pointers.ts';
import { dereference } from '../json-schema/references.ts';
import { asObject, isObject, isSameJson, mapValues } from '../json-schema/values.ts';
import { getPropertySchema, iterateSchemas } from '../json-schema/walk.ts';
import type { FormType, Json, JsonSchema, SchemaCheck } from '../model/types.ts';
import type { VersionDifference } from './consequence.ts';

/** An enquiry type of one version, and the check of its answers. */
export interface JudgedType {
  readonly type: FormType;
  readonly check: SchemaCheck;
}

/**
 * Returns the differences between the answers that a field accepts in two versions: one for each limit that
 * differs, and one for all the rest. Empty if there are none. The field's own `enum` and a `minLength` up to
 * 1 are not compared.
 */
export function compareAcceptedAnswers(
  name: string,
  before: JudgedType,
  after: JudgedType,
): readonly VersionDifference[] {
  const [one, other] = [before, after].map(({ type }) => getValidatingSchema(type, name)) as [
    JsonSchema,
    JsonSchema,
  ];
  if (isSameJson(sortKeys(one), sortKeys(other))) return [];
  const limits = limitKeywords.flatMap((keyword) =>
    compareLimit(name, keyword, one[keyword], other[keyword]),
  );
  const [rest, otherRest] = [one, other].map((schema) => sortKeys(omitKeywords(schema, limitKeywords)));
  return isSameJson(rest, otherRest) ? limits : [...limits, findDistinguishingAnswer(name, before, after)];
}

/** Keywords with a value that a sentence can contain. */
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

/**
 * Returns the keywords of a field's schema that decide which answers it accepts, without annotations, its own
 * `enum` and a `minLength` up to 1. Choices in `oneOf`, `anyOf` or `items` stay.
 */
function getValidatingSchema(type: FormType, name: string): JsonSchema {
  const bare = stripAnnotations(getPropertySchema(type.schema, name), type.schema);
  // Choices are compared by the plans. An empty answer is never sent, so `minLength: 1` has no effect.
  const { enum: _choices, minLength, ...rest } = asObject(bare);
  return { ...rest, ...(typeof minLength === 'number' && minLength > 1 && { minLength }) };
}

/**
 * Returns a schema without annotations and with its references inlined. Parts nested deeper than `maxDepth`
 * stay as they are, because references can be circular.
 */
function stripAnnotations(schema: unknown, root: JsonSchema, depth = 0): unknown {
  if (Array.isArray(schema)) return schema.map((each) => stripAnnotations(each, root, depth + 1));
  if (!isObject(schema) || depth > maxDepth) return schema;
  const stripInner = (value: unknown) => stripAnnotations(value, root, depth + 1);
  return Object.fromEntries(
    Object.entries(dereference(schema, root))
      .filter(([keyword]) => !annotations.includes(keyword))
      .map(([keyword, value]) => {
        if (valueKeywords.includes(keyword)) return [keyword, value];
        return [
          keyword,
          schemaMapKeywords.includes(keyword) ? mapValues(value, stripInner) : stripInner(value),
        ];
      }),
  );
}

/** Keywords whose values are not schemas. */
const valueKeywords = ['const', 'enum', 'required'];

/** Keywords whose values map names to schemas. */
const schemaMapKeywords = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

const maxDepth = 24;

/**
 * Returns the keywords of a type's schema that concern several fields (conditions, branches and
 * dependencies), without annotations and with sorted keys. `required` of the type itself is left out.
 */
export function extractSchemaConditions({ schema }: FormType): unknown {
  const own = ['properties', 'required', '$schema', '$defs', 'definitions', 'type'];
  return sortKeys(omitKeywords(asObject(stripAnnotations(schema, schema)), own));
}

/**
 * Returns a list of `[path, title, description]` of a field and of each subschema of it. The title and the
 * description of the field itself are left out.
 */
export function listInnerTexts({ schema }: FormType, name: string): unknown {
  const {
    title: _title,
    description: _description,
    ...own
  } = dereference(getPropertySchema(schema, name), schema);
  return [...iterateSchemas(own)].map(({ schema: { title, description }, path }) => [
    path,
    title,
    description,
  ]);
}

function omitKeywords(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Returns a value with sorted keys in all objects, so that their order does not matter in a comparison. */
export function sortKeys(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(sortKeys);
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, value]) => [key, sortKeys(value)]),
  );
}

/**
 * Returns the difference between two values of a limit such as `maxLength`, in a list. Empty if they are
 * equal.
 */
function compareLimit(
  field: string,
  keyword: string,
  before: unknown,
  after: unknown,
): readonly VersionDifference[] {
  if (isSameJson(before, after)) return [];
  const isLower = /^(?:min|exclusiveMin|formatMin)/.test(keyword);
  const kind = keyword === 'multipleOf' ? 'limit' : compareStrictness(before, after, isLower);
  return [
    { kind, field, about: keyword, ...includeDefined('before', before), ...includeDefined('after', after) },
  ];
}

/**
 * Returns `narrower` if a limit accepts fewer values than before, `wider` if it accepts more, and `limit` if
 * this is not known. The two values must differ; undefined means no limit. `isLower` is true for a minimum.
 */
export function compareStrictness(
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
export function includeDefined<Key extends 'before' | 'after'>(
  key: Key,
  value: unknown,
): { readonly [K in Key]?: Json } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Json };
}

/**
 * Returns a difference with an answer in `after` that only one of the versions accepts: `answers-refused` if
 * it is the older one, `answers-taken` if it is the newer one. If no answer was found, returns `answers`
 * without one.
 */
function findDistinguishingAnswer(field: string, before: JudgedType, after: JudgedType): VersionDifference {
  for (const value of [
    ...generateFieldSamples(before, field),
    ...generateFieldSamples(after, field),
    ...sampleValues,
  ]) {
    const [one, other] = [before, after].map(({ check }) => isAccepted(check, field, value));
    if (one && !other) return { kind: 'answers-refused', field, ...includeDefined('after', value) };
    if (!one && other) return { kind: 'answers-taken', field, ...includeDefined('after', value) };
  }
  return { kind: 'answers', field };
}

/** Returns example answers generated from the schema of a field. */
function generateFieldSamples({ type }: JudgedType, name: string): readonly unknown[] {
  return generateSamples(dereference(getPropertySchema(type.schema, name), type.schema), type.schema);
}

const sampleValues: readonly unknown[] = [
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

/** Returns true if no problem is at or inside the field. Problems of other fields are ignored. */
function isAccepted(check: SchemaCheck, field: string, value: unknown): boolean {
  return !check({ [field]: value }).some(({ instancePath }) =>
    isPointerWithin(instancePath, toJsonPointer([field])),
  );
}
