import type { JsonSchema } from '#engine';
import { asList, asObject, isObject, mapValues } from '#engine/json-schema/values.ts';
import { mapSubschemas } from '#engine/json-schema/walk.ts';

/**
 * The keyword that identifies a subschema among the compiled ones. RJSF would use a hash of the subschema.
 * But RJSF changes subschemas by the entered values (it merges `allOf` and adds existing properties), so the
 * hash would not be found. It copies unknown keywords.
 */
export const markKeyword = 'x-check';

/**
 * The suffix for the mark of an option with `additionalProperties: false`. It identifies the same option with
 * additional properties allowed, which RJSF checks when it removes extra data.
 */
export const relaxedSuffix = '+';

/**
 * Returns a schema with a mark on all subschemas that RJSF validates: conditions (`if`), the options of
 * `oneOf` and `anyOf`, and the property that selects an option (`discriminator`, or the name of a
 * dependency). The same schema gets the same marks in browser and server.
 */
export function addMarks(schema: JsonSchema): JsonSchema {
  let count = 0;
  const addMark = (node: unknown) => {
    if (!isObject(node)) return node;
    count += 1;
    return { ...node, [markKeyword]: `c${count}` };
  };
  const visit = (node: unknown): unknown => {
    if (!isObject(node)) return node;
    const inner = mapSubschemas(node, visit);
    return {
      ...inner,
      ...('if' in inner && { if: addMark(inner.if) }),
      ...markOptions(inner, addMark),
      ...('dependencies' in inner && { dependencies: markDependencies(inner.dependencies, addMark) }),
    };
  };
  return asObject(visit(schema));
}

/**
 * Returns the marked subschemas by their marks, as they are compiled: options in the form in which RJSF
 * matches them, and closed options a second time under `relaxedSuffix`.
 */
export function collectMarkedSchemas(schema: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (node: unknown, isOption: boolean) => {
    if (!isObject(node)) return node;
    const name = node[markKeyword];
    if (typeof name === 'string') {
      found.set(name, isOption ? toOptionSchema(node) : node);
      if (isOption && node.additionalProperties === false) {
        found.set(name + relaxedSuffix, toOptionSchema({ ...node, additionalProperties: true }));
      }
    }
    const options = [...asList(node.oneOf), ...asList(node.anyOf)];
    mapSubschemas(node, (inner) => visit(inner, options.includes(inner)));
    return node;
  };
  visit(schema, false);
  return found;
}

type MarkFunction = (node: unknown) => unknown;

/**
 * Returns the `oneOf` and `anyOf` of a schema with marks on their options, and on the properties that select
 * them.
 */
function markOptions(node: JsonSchema, addMark: MarkFunction): JsonSchema {
  const { propertyName } = asObject(node.discriminator);
  const option = (inner: unknown) => addMark(markProperty(inner, propertyName, addMark));
  return {
    ...(Array.isArray(node.oneOf) && { oneOf: node.oneOf.map(option) }),
    ...(Array.isArray(node.anyOf) && { anyOf: node.anyOf.map(option) }),
  };
}

/**
 * Marks the property `name` in each branch of a dependency's `oneOf`, by which RJSF selects the branch. Other
 * dependencies are unchanged.
 */
function markDependencies(dependencies: unknown, addMark: MarkFunction): JsonSchema {
  return mapValues(dependencies, (dependency, name) =>
    isObject(dependency) && Array.isArray(dependency.oneOf)
      ? { ...dependency, oneOf: dependency.oneOf.map((branch) => markProperty(branch, name, addMark)) }
      : dependency,
  );
}

/** Returns a schema with a mark on one of its properties; the same schema if it has no such property. */
function markProperty(node: unknown, name: unknown, addMark: MarkFunction): unknown {
  const properties = asObject(asObject(node).properties);
  if (typeof name !== 'string' || !isObject(node) || !isObject(properties[name])) return node;
  return { ...node, properties: { ...properties, [name]: addMark(properties[name]) } };
}

/**
 * Returns the schema by which RJSF matches an option with properties. It needs no required property, because
 * the visitor may not be finished, but at least one of its properties (`getFirstMatchingOption` of
 * @rjsf/utils). An option without `properties` is unchanged.
 */
function toOptionSchema(option: JsonSchema): JsonSchema {
  if (!isObject(option.properties)) return option;
  const { required: _required, ...rest } = option;
  const names = Object.keys(option.properties);
  if (names.length === 0) return { not: {} };
  const anyOf = names.map((name) => ({ required: [name] }));
  return { ...rest, allOf: [...asList(option.allOf), { anyOf }] };
}
