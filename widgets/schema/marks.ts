import type { JsonSchema } from '#engine';
import { asList, asObject, isObject, mapValues } from '#engine/json-schema/values.ts';
import { mapSubschemas } from '#engine/json-schema/walk.ts';

/**
 * The keyword by which a subschema is found again among the compiled ones. RJSF would take a hash of the subschema, but
 * changes subschemas according to what was entered (it merges `allOf`, adds properties that are there), and then finds
 * nothing; an unknown keyword it carries along.
 */
export const mark = 'x-check';

/** Behind the mark of an option that takes no further properties: the same option taking them, which RJSF asks when it drops extra data. */
export const relaxed = '+';

/**
 * A drawn schema with a mark on everything that RJSF asks a validator about: conditions (`if`), the options of `oneOf` and
 * `anyOf`, and the property by which it chooses among options (`discriminator`, or a dependency's name). Marks count up in
 * the order of the schema, so that the same schema gets the same marks on every side.
 */
export function withMarks(schema: JsonSchema): JsonSchema {
  let count = 0;
  const marked = (node: unknown) => {
    if (!isObject(node)) return node;
    count += 1;
    return { ...node, [mark]: `c${count}` };
  };
  const visit = (node: unknown): unknown => {
    if (!isObject(node)) return node;
    const inner = mapSubschemas(node, visit);
    return {
      ...inner,
      ...('if' in inner && { if: marked(inner.if) }),
      ...markedOptions(inner, marked),
      ...('dependencies' in inner && { dependencies: markedDependencies(inner.dependencies, marked) }),
    };
  };
  return asObject(visit(schema));
}

/** Every marked subschema by its mark, as it has to be compiled. */
export function markedSchemas(drawn: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (node: unknown, isOption: boolean) => {
    if (!isObject(node)) return node;
    const name = node[mark];
    if (typeof name === 'string') {
      found.set(name, isOption ? asOption(node) : node);
      if (isOption && node.additionalProperties === false) {
        found.set(name + relaxed, asOption({ ...node, additionalProperties: true }));
      }
    }
    const options = [...asList(node.oneOf), ...asList(node.anyOf)];
    mapSubschemas(node, (inner) => visit(inner, options.includes(inner)));
    return node;
  };
  visit(drawn, false);
  return found;
}

type Marking = (node: unknown) => unknown;

function markedOptions(node: JsonSchema, marked: Marking): JsonSchema {
  const { propertyName } = asObject(node.discriminator);
  const option = (inner: unknown) => marked(withMarkedProperty(inner, propertyName, marked));
  return {
    ...(Array.isArray(node.oneOf) && { oneOf: node.oneOf.map(option) }),
    ...(Array.isArray(node.anyOf) && { anyOf: node.anyOf.map(option) }),
  };
}

/** Among the branches of a dependency's `oneOf` RJSF chooses by the property that it depends on. */
function markedDependencies(dependencies: unknown, marked: Marking): JsonSchema {
  return mapValues(dependencies, (dependency, name) =>
    isObject(dependency) && Array.isArray(dependency.oneOf)
      ? { ...dependency, oneOf: dependency.oneOf.map((branch) => withMarkedProperty(branch, name, marked)) }
      : dependency,
  );
}

function withMarkedProperty(node: unknown, name: unknown, marked: Marking): unknown {
  const properties = asObject(asObject(node).properties);
  if (typeof name !== 'string' || !isObject(node) || !isObject(properties[name])) return node;
  return { ...node, properties: { ...properties, [name]: marked(properties[name]) } };
}

/**
 * What RJSF asks of an option that has properties: not whether all that it requires is there, for a visitor may not be
 * through, but whether at least one of its properties is (`getFirstMatchingOption` of @rjsf/utils).
 */
function asOption(option: JsonSchema): JsonSchema {
  if (!isObject(option.properties)) return option;
  const { required: _required, ...rest } = option;
  const names = Object.keys(option.properties);
  if (names.length === 0) return { not: {} };
  const anyOf = names.map((name) => ({ required: [name] }));
  return { ...rest, allOf: [...asList(option.allOf), { anyOf }] };
}
