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
  /** Returns a schema with the next mark: `c1`, `c2` and so on. A boolean schema is returned unchanged. */
  const addMark = (node: unknown) => {
    if (!isObject(node)) return node;
    count += 1;
    return { ...node, [markKeyword]: `c${count}` };
  };
  /** Returns a schema with marks on the subschemas inside it, at any depth. */
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
  /**
   * Adds a schema and its subschemas to `found`, if they have a mark. Returns the schema unchanged.
   * @param isOption True for an option of a `oneOf` or `anyOf`.
   */
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

/** Returns a copy of a schema with a new mark. */
type MarkFunction = (node: unknown) => unknown;

/**
 * Returns only the `oneOf` and `anyOf` of a schema, as far as it has them, with marks on their options and on
 * the properties of the options that its `discriminator` names.
 */
function markOptions(node: JsonSchema, addMark: MarkFunction): JsonSchema {
  const { propertyName } = asObject(node.discriminator);
  /** Returns an option with a mark, and with one on the property that the discriminator names. */
  const option = (inner: unknown) => addMark(markProperty(inner, propertyName, addMark));
  return {
    ...(Array.isArray(node.oneOf) && { oneOf: node.oneOf.map(option) }),
    ...(Array.isArray(node.anyOf) && { anyOf: node.anyOf.map(option) }),
  };
}

/**
 * Returns dependencies with a mark on the property that each is named after, in every branch of its `oneOf`:
 * RJSF selects the branch by it. Dependencies without a `oneOf` are unchanged.
 */
function markDependencies(dependencies: unknown, addMark: MarkFunction): JsonSchema {
  return mapValues(dependencies, (dependency, name) =>
    isObject(dependency) && Array.isArray(dependency.oneOf)
      ? { ...dependency, oneOf: dependency.oneOf.map((branch) => markProperty(branch, name, addMark)) }
      : dependency,
  );
}

/** Returns a schema with a mark on the property `name`; the same schema if it has no such property. */
function markProperty(node: unknown, name: unknown, addMark: MarkFunction): unknown {
  const properties = asObject(asObject(node).properties);
  if (typeof name !== 'string' || !isObject(node) || !isObject(properties[name])) return node;
  return { ...node, properties: { ...properties, [name]: addMark(properties[name]) } };
}

/**
 * Returns the schema by which RJSF matches an option with properties. It needs no required property, because
 * the visitor may not be finished, but at least one of its properties (`getFirstMatchingOption` of
 * @rjsf/utils). An option without `properties` is unchanged; one with empty `properties` matches nothing.
 */
function toOptionSchema(option: JsonSchema): JsonSchema {
  if (!isObject(option.properties)) return option;
  const { required: _required, ...rest } = option;
  const names = Object.keys(option.properties);
  if (names.length === 0) return { not: {} };
  const anyOf = names.map((name) => ({ required: [name] }));
  return { ...rest, allOf: [...asList(option.allOf), { anyOf }] };
}
