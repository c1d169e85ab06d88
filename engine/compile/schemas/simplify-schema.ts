import { intersectSchemas } from '../../json-schema/intersect-schemas.ts';
import { annotationKeywords, definitionKeywords } from '../../json-schema/keywords.ts';
import { collectCombinedSchemas } from '../../json-schema/references.ts';
import { asList, asObject, isObject, mapValues } from '../../json-schema/values.ts';
import { mapSubschemas, testingKeywords } from '../../json-schema/walk.ts';
import type { JsonSchema } from '../../model/types.ts';

/**
 * Returns an equivalent schema of a form that can be drawn.
 *
 * - Null is removed. Other programs use it for a missing value, but an empty field is absent here and never
 *   null. A branch of `anyOf` or `oneOf` that allows only null is removed, and a single remaining branch
 *   replaces the keyword. Null is also removed at the end of an `enum`, as a default, and from the members of
 *   `examples` at the root. A property that allows null is not required.
 * - The type that all schemas of an `allOf` have is repeated next to the `allOf`. A single schema in an
 *   `allOf` is merged into its parent if that has only annotations beside it.
 */
export function simplifySchema(schema: JsonSchema): JsonSchema {
  const plain = simplifyNested(schema, schema, false);
  return Array.isArray(plain.examples)
    ? { ...plain, examples: plain.examples.map(removeNullMembers) }
    : plain;
}

/**
 * Simplifies a schema and the schemas inside it, except for those that only test a value.
 * @param isValue True if the schema describes a drawn value: a property, an item, or a definition of one.
 */
function simplifyNested(schema: JsonSchema, root: JsonSchema, isValue: boolean): JsonSchema {
  const { default: preset, required, ...rest } = schema;
  const own = {
    ...rest,
    ...(preset !== null && preset !== undefined && { default: preset }),
    ...(required !== undefined && { required: getRequiredWithoutNullableProperties(schema) }),
  };
  const inner = mapSubschemas(own, (each, [keyword]) =>
    isObject(each) && !testingKeywords.has(String(keyword))
      ? simplifyNested(each, root, valueKeywords.has(String(keyword)))
      : each,
  );
  const answered = removeNullChoice(removeNullBranch(removeNullBranch(inner, 'anyOf'), 'oneOf'));
  return isValue ? mergeAllOf(answered, root) : answered;
}

const valueKeywords: ReadonlySet<string> = new Set([
  ...definitionKeywords,
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'additionalItems',
]);

/**
 * Merges a single schema in `allOf` into its parent if that has only annotations beside it. Otherwise adds
 * the type that all schemas of the `allOf` have, if they have the same. Returns other schemas unchanged.
 */
function mergeAllOf(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { allOf, ...beside } = schema;
  if (!Array.isArray(allOf)) return schema;
  const [only, ...others] = allOf.filter(isObject);
  if (only !== undefined && others.length === 0 && hasOnlyAnnotations(beside)) return { ...only, ...beside };
  const { type } = collectCombinedSchemas(schema, root).reduce(intersectSchemas, {});
  return typeof type === 'string' ? { ...schema, type } : schema;
}

/** Returns true if all keywords of a schema are annotations such as `title`, also for an empty schema. */
function hasOnlyAnnotations(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => annotationKeywords.has(keyword));
}

/** Returns `required` without the properties that allow null. If it is not a list, returns it unchanged. */
function getRequiredWithoutNullableProperties({ required, properties }: JsonSchema): unknown {
  return Array.isArray(required)
    ? required.filter((name) => !allowsNull(asObject(properties)[String(name)]))
    : required;
}

/**
 * Returns true if null is in the `type` or, without a type, in the `enum` of a schema, or if a branch of
 * `anyOf` or `oneOf` allows only null. A `type` that is just `null` does not count.
 */
function allowsNull(schema: unknown): boolean {
  const { type, enum: list, anyOf, oneOf } = asObject(schema);
  const isListed = type === undefined && Array.isArray(list) && list.includes(null);
  return (
    isListed || (Array.isArray(type) && type.includes('null')) || asList(anyOf ?? oneOf).some(allowsOnlyNull)
  );
}

/**
 * Removes branches that allow only null, unless all do. A single remaining branch replaces the keyword, or
 * becomes part of `allOf` if the schema also restricts the value by other keywords. Returns a schema without
 * such branches unchanged.
 */
function removeNullBranch(schema: JsonSchema, keyword: 'anyOf' | 'oneOf'): JsonSchema {
  const branches = asList(schema[keyword]);
  const others = branches.filter((branch) => !allowsOnlyNull(branch));
  const [only] = others;
  if (others.length === branches.length || others.length === 0) return schema;
  const { [keyword]: _branches, ...beside } = schema;
  if (others.length > 1 || !isObject(only)) return { ...beside, [keyword]: others };
  return hasOnlyAnnotations(beside)
    ? { ...only, ...beside }
    : { ...beside, allOf: [...asList(beside.allOf), only] };
}

/**
 * Removes null from the end of an `enum`. Null before other choices stays, because the names of the choices
 * are in the same order; `getSchemaChoices` leaves it out.
 */
function removeNullChoice(schema: JsonSchema): JsonSchema {
  const { enum: list } = schema;
  return Array.isArray(list) && list.at(-1) === null && !allowsOnlyNull(schema)
    ? { ...schema, enum: list.slice(0, -1) }
    : schema;
}

/** Returns true if the `type`, the `const` or all of the `enum` of a schema is null. */
function allowsOnlyNull(schema: unknown): boolean {
  const { type, const: constant, enum: list } = asObject(schema);
  const isListed = Array.isArray(list) && list.length > 0 && list.every((value) => value === null);
  return type === 'null' || constant === null || isListed;
}

/**
 * Returns a value without object members that are null, at any depth, because null means a missing answer.
 * Null in a list stays.
 */
function removeNullMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeNullMembers);
  if (!isObject(value)) return value;
  const answered = Object.entries(value).filter(([, member]) => member !== null);
  return mapValues(Object.fromEntries(answered), removeNullMembers);
}
