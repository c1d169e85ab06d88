import { annotationKeywords, definitionKeywords } from '../json-schema/keywords.ts';
import { schemasTogether } from '../json-schema/references.ts';
import { together } from '../json-schema/together.ts';
import { asList, asObject, isObject, mapValues } from '../json-schema/values.ts';
import { mapSubschemas, testingKeywords } from '../json-schema/walk.ts';
import type { JsonSchema } from '../types.ts';

/**
 * A form's schema with the same meaning, said so that it can be drawn.
 *
 * - Null, by which other programs say that something may be left out, is taken away: an empty field is no answer, and null is never one.
 *   A branch of `anyOf` or `oneOf` that takes null alone is left out, and where one other branch is left it stands in their place; it is no
 *   choice at the end of an `enum`; a property that takes null is not required; a default of null is none.
 * - What all parts of an `allOf` say of the kind of a value is said beside them; of one part alone all that it says.
 */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const plain = plainly(schema, schema, false);
  return Array.isArray(plain.examples)
    ? { ...plain, examples: plain.examples.map(withoutNullMembers) }
    : plain;
}

/** @param isValue - whether the schema describes a value that is drawn: a property, an item, or a definition of one. */
function plainly(schema: JsonSchema, root: JsonSchema, isValue: boolean): JsonSchema {
  const { default: preset, required, ...rest } = schema;
  const own = {
    ...rest,
    ...(preset !== null && preset !== undefined && { default: preset }),
    ...(required !== undefined && { required: requiredOf(schema) }),
  };
  const inner = mapSubschemas(own, (each, [keyword]) =>
    isObject(each) && !testingKeywords.has(String(keyword))
      ? plainly(each, root, valueKeywords.has(String(keyword)))
      : each,
  );
  const answered = withoutNullChoice(withoutNullBranch(withoutNullBranch(inner, 'anyOf'), 'oneOf'));
  return isValue ? withKindOfParts(answered, root) : answered;
}

const valueKeywords: ReadonlySet<string> = new Set([
  ...definitionKeywords,
  ...['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems', 'additionalItems'],
]);

function withKindOfParts(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { allOf, ...beside } = schema;
  if (!Array.isArray(allOf)) return schema;
  const [only, ...others] = allOf.filter(isObject);
  if (only !== undefined && others.length === 0 && isNote(beside)) return { ...only, ...beside };
  const { type } = schemasTogether(schema, root).reduce(together, {});
  return typeof type === 'string' ? { ...schema, type } : schema;
}

/** Returns whether a schema has annotations alone, so that it can be merged with another; its own annotations win. */
function isNote(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => annotationKeywords.has(keyword));
}

/** Returns the `required` of an object without the properties that may be null. */
function requiredOf({ required, properties }: JsonSchema): unknown {
  return Array.isArray(required)
    ? required.filter((name) => !takesNull(asObject(properties)[String(name)]))
    : required;
}

function takesNull(schema: unknown): boolean {
  const { type, enum: list, anyOf, oneOf } = asObject(schema);
  const isListed = type === undefined && Array.isArray(list) && list.includes(null);
  return isListed || (Array.isArray(type) && type.includes('null')) || asList(anyOf ?? oneOf).some(isNull);
}

function withoutNullBranch(schema: JsonSchema, keyword: 'anyOf' | 'oneOf'): JsonSchema {
  const branches = asList(schema[keyword]);
  const others = branches.filter((branch) => !isNull(branch));
  const [only] = others;
  if (others.length === branches.length || others.length === 0) return schema;
  const { [keyword]: _branches, ...beside } = schema;
  if (others.length > 1 || !isObject(only)) return { ...beside, [keyword]: others };
  return isNote(beside) ? { ...only, ...beside } : { ...beside, allOf: [...asList(beside.allOf), only] };
}

/** Null before other choices stays, for the names of an `enum` are in its order; it is drawn as none (`choicesOf`). */
function withoutNullChoice(schema: JsonSchema): JsonSchema {
  const { enum: list } = schema;
  return Array.isArray(list) && list.at(-1) === null && !isNull(schema)
    ? { ...schema, enum: list.slice(0, -1) }
    : schema;
}

/** Returns whether a schema takes null and nothing else. */
function isNull(schema: unknown): boolean {
  const { type, const: constant, enum: list } = asObject(schema);
  const isListed = Array.isArray(list) && list.length > 0 && list.every((value) => value === null);
  return type === 'null' || constant === null || isListed;
}

/** Returns an example without members that are null: they say that something is not answered. */
function withoutNullMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullMembers);
  if (!isObject(value)) return value;
  const answered = Object.entries(value).filter(([, member]) => member !== null);
  return mapValues(Object.fromEntries(answered), withoutNullMembers);
}
