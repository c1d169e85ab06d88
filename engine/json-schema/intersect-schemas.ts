import type { JsonSchema } from '../model/types.ts';
import { asList, asObject, createJsonSet, getOwnMember, isObject, isSameJson } from './values.ts';

/**
 * Returns one schema for values that satisfy both: the narrower limit of each keyword and the properties of
 * both. A keyword that cannot be combined, such as `pattern`, has the value of the second schema.
 * Contradictory constants give an empty `enum`.
 */
export function intersectSchemas(one: JsonSchema, other: JsonSchema): JsonSchema {
  const all: Record<string, unknown> = { ...one, ...other };
  for (const keyword of Object.keys(all)) {
    if (one[keyword] !== undefined && other[keyword] !== undefined)
      all[keyword] = intersectKeyword(keyword, one[keyword], other[keyword]);
  }
  const { const: constant, enum: list } = all;
  const isTorn = one.const !== undefined && other.const !== undefined && !isSameJson(one.const, other.const);
  const isMissing =
    constant !== undefined && Array.isArray(list) && !list.some((each) => isSameJson(each, constant));
  return isTorn || isMissing ? { ...all, enum: [] } : all;
}

/**
 * Returns the value of a keyword that satisfies both. For keywords without such a rule, returns the second.
 */
function intersectKeyword(keyword: string, one: unknown, other: unknown): unknown {
  if (typeof one === 'number' && typeof other === 'number') {
    if (/^(min|exclusiveMin)/.test(keyword)) return Math.max(one, other);
    return /^(max|exclusiveMax)/.test(keyword) ? Math.min(one, other) : other;
  }
  if (keyword === 'type') return intersectTypes(one, other);
  if (keyword === 'enum') return asList(one).filter(createJsonSet(asList(other)).has);
  if (keyword === 'required') return [...new Set([...asList(one), ...asList(other)])];
  if (keyword === 'not') return isSameJson(one, other) ? one : { anyOf: [one, other] };
  if (['items', 'contains'].includes(keyword) && isObject(one) && isObject(other))
    return keyword === 'items' ? intersectSchemas(one, other) : other;
  if (keyword === 'properties') {
    const [left, right] = [asObject(one), asObject(other)];
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return Object.fromEntries(
      names.map((name) => [name, intersectProperty(getOwnMember(left, name), getOwnMember(right, name))]),
    );
  }
  return other;
}

/** Returns the schema of a property that one or both have; false if one of them forbids it. */
function intersectProperty(one: unknown, other: unknown): unknown {
  if (one === false || other === false) return false;
  return isObject(one) && isObject(other) ? intersectSchemas(one, other) : (other ?? one);
}

/** Returns the type that both allow, a list if there are several, or an empty list if there are none. */
function intersectTypes(one: unknown, other: unknown): unknown {
  const [left, right] = [one, other].map((types) => (Array.isArray(types) ? types : [types]));
  const both = [...(left ?? []), ...(right ?? [])].filter(
    (type, index, all) =>
      all.indexOf(type) === index && includesType(left ?? [], type) && includesType(right ?? [], type),
  );
  const narrow = both.includes('integer') ? both.filter((type) => type !== 'number') : both;
  return narrow.length === 1 ? narrow[0] : narrow;
}

/** Returns true if a list of types includes a type. `number` includes `integer`. */
function includesType(types: readonly unknown[], type: unknown): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
