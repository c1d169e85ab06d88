import type { JsonSchema } from '../model/types.ts';
import type { JsonPath } from './pointers.ts';
import { dereference } from './references.ts';
import { asList, asObject, isObject } from './values.ts';

/**
 * Returns all schemas of each property of a schema by its name, including those in branches, conditions and
 * dependencies. Schemas that are `true` or `false` are left out, so that a list may be empty. References in
 * the result are not resolved.
 */
export function findPropertySchemas(
  schema: unknown,
  root: JsonSchema,
): ReadonlyMap<string, readonly JsonSchema[]> {
  const found = new Map<string, readonly JsonSchema[]>();
  for (const part of collectSchemaParts(schema, root)) {
    for (const [name, property] of Object.entries(asObject(part.properties)))
      found.set(name, [...(found.get(name) ?? []), ...(isObject(property) ? [property] : [])]);
  }
  return found;
}

/**
 * The index of the chosen branch of each `anyOf` or `oneOf`, by the path of its value: `{'boat/engine': 1}`.
 */
export type BranchSelection = Readonly<Record<string, number>>;

/**
 * Returns the schemas that may apply to the value at a path, in all branches; none if no schema describes it.
 * If a branch was chosen, the other branches are left out. References at the top of the schemas are resolved.
 */
export function findSchemasAt(
  schema: unknown,
  path: JsonPath,
  root: JsonSchema,
  branches: BranchSelection = {},
): readonly JsonSchema[] {
  let parts = collectSchemaParts(schema, root);
  for (const [index, step] of path.entries()) {
    const chosen = branches[path.slice(0, index + 1).join('/')];
    parts = findSchemasForSegment(parts, String(step)).flatMap((inner) =>
      collectSchemaParts(inner, root, chosen),
    );
  }
  return parts;
}

/**
 * Returns the schemas for one segment of a path: those of the property with this name, else those for items
 * and for other names.
 */
function findSchemasForSegment(parts: readonly JsonSchema[], segment: string): readonly unknown[] {
  const named = parts.flatMap((part) => {
    const properties = asObject(part.properties);
    return Object.hasOwn(properties, segment) ? [properties[segment]] : [];
  });
  if (named.length > 0) return named.filter(isObject);
  return parts.flatMap((part) => findUnnamedSchemas(part, segment));
}

/**
 * Returns the schemas for an item, or for a property that the schema does not name: those of all patterns,
 * even if they do not match, and of other names.
 */
function findUnnamedSchemas(part: JsonSchema, segment: string): readonly JsonSchema[] {
  const { additionalProperties, additionalItems, items, prefixItems, patternProperties } = part;
  const isList = part.type === 'array' || items !== undefined || prefixItems !== undefined;
  // The name of an entry may be a number, for example a year.
  if (!isList || !/^\d+$/.test(segment))
    return [additionalProperties, ...Object.values(asObject(patternProperties))].filter(isObject);
  const tuple = asList(prefixItems ?? items);
  const further = Array.isArray(items) ? additionalItems : items;
  return [tuple[Number(segment)] ?? further].filter(isObject);
}

/**
 * Returns all schemas that may apply to the value at a path. `findSchemasAt` returns only the likely ones: an
 * entry in one branch may have the name of a property of another branch, and a pattern may also match a
 * property with its own schema.
 */
export function findAllSchemasAt(schema: unknown, path: JsonPath, root: JsonSchema): readonly JsonSchema[] {
  return path.reduce<readonly JsonSchema[]>(
    (parts, step) =>
      parts
        .flatMap((part) => findAllSchemasForSegment(part, String(step)))
        .flatMap((inner) => collectSchemaParts(inner, root)),
    collectSchemaParts(schema, root),
  );
}

/**
 * Returns the schemas for one segment of a path: that of the property with this name and those of all
 * patterns that match it, else those for items and for other names.
 */
function findAllSchemasForSegment(part: JsonSchema, segment: string): readonly unknown[] {
  const properties = asObject(part.properties);
  if (!Object.hasOwn(properties, segment)) return findUnnamedSchemas(part, segment);
  const patterns = Object.entries(asObject(part.patternProperties));
  const fitting = patterns.filter(([pattern]) => new RegExp(pattern, 'u').test(segment));
  return [properties[segment], ...fitting.map(([, inner]) => inner)];
}

/**
 * Returns a schema, followed by the schemas of its `allOf`, branches, conditions and dependencies, at any
 * depth, with references at their tops resolved. If `chosen` is given, only the branch with this index of the
 * schema itself is included; branches of its parts are all included.
 */
function collectSchemaParts(schema: unknown, root: JsonSchema, chosen?: number): readonly JsonSchema[] {
  const parts: JsonSchema[] = [];
  const visited = new Set<unknown>();
  /** Adds a schema and its parts to `parts`. */
  const collect = (node: unknown): void => {
    if (!isObject(node) || visited.has(node)) return;
    visited.add(node);
    const part = dereference(node, root);
    parts.push(part);
    asList(part.allOf).forEach(collect);
    for (const keyword of ['anyOf', 'oneOf']) {
      const options = asList(part[keyword]);
      const isChosen = chosen !== undefined && parts.length === 1 && chosen < options.length;
      (isChosen ? [options[chosen]] : options).forEach(collect);
    }
    for (const keyword of ['if', 'then', 'else']) collect(part[keyword]);
    for (const keyword of ['dependentSchemas', 'dependencies'])
      Object.values(asObject(part[keyword])).forEach(collect);
  };
  collect(schema);
  return parts;
}
