import { annotationKeywords } from '../json-schema/keywords.ts';
import { asList, asObject, isObject, mapValues } from '../json-schema/values.ts';
import { mapSubschemas, testingKeywords } from '../json-schema/walk.ts';
import type { JsonSchema } from '../types.ts';

/**
 * A form's schema without the nulls by which other programs say that something may be left out: an empty field is no answer, and null is
 * never one. A branch of `anyOf` or `oneOf` that takes null alone is left out, and where one other branch is left it stands in their
 * place; a property that takes null is not required; a default of null is none.
 */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const plain = plainly(schema);
  return Array.isArray(plain.examples)
    ? { ...plain, examples: plain.examples.map(withoutNullMembers) }
    : plain;
}

function plainly(schema: JsonSchema): JsonSchema {
  const { default: preset, required, ...rest } = schema;
  const own = {
    ...rest,
    ...(preset !== null && preset !== undefined && { default: preset }),
    ...(required !== undefined && { required: requiredOf(schema) }),
  };
  const inner = mapSubschemas(own, (each, [keyword]) =>
    isObject(each) && !testingKeywords.has(String(keyword)) ? plainly(each) : each,
  );
  return withoutNullBranch(withoutNullBranch(inner, 'anyOf'), 'oneOf');
}

/** What an object requires, without the properties that may be null. */
function requiredOf({ required, properties }: JsonSchema): unknown {
  return Array.isArray(required)
    ? required.filter((name) => !takesNull(asObject(properties)[String(name)]))
    : required;
}

function takesNull(schema: unknown): boolean {
  const { type, anyOf, oneOf } = asObject(schema);
  return (Array.isArray(type) && type.includes('null')) || asList(anyOf ?? oneOf).some(isNull);
}

function withoutNullBranch(schema: JsonSchema, keyword: 'anyOf' | 'oneOf'): JsonSchema {
  const branches = asList(schema[keyword]);
  const others = branches.filter((branch) => !isNull(branch));
  const [only] = others;
  if (others.length === branches.length || others.length === 0) return schema;
  const { [keyword]: _branches, ...beside } = schema;
  if (others.length > 1 || !isObject(only)) return { ...beside, [keyword]: others };
  const isApart = Object.keys(beside).every((key) => annotationKeywords.has(key) || !(key in only));
  return isApart ? { ...only, ...beside } : { ...beside, allOf: [...asList(beside.allOf), only] };
}

/** Whether a schema takes null and nothing else. */
function isNull(schema: unknown): boolean {
  const { type, const: constant, enum: list } = asObject(schema);
  const isListed = Array.isArray(list) && list.length > 0 && list.every((value) => value === null);
  return type === 'null' || constant === null || isListed;
}

/** An example without what it says by null: that something is not answered. */
function withoutNullMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullMembers);
  if (!isObject(value)) return value;
  const answered = Object.entries(value).filter(([, member]) => member !== null);
  return mapValues(Object.fromEntries(answered), withoutNullMembers);
}
