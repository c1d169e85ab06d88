import type { JsonSchema } from '#engine';
import { resolveReference } from '#engine/json-schema/references.ts';
import { asList, asObject, isObject } from '#engine/json-schema/values.ts';
import { mapSubschemas } from '#engine/json-schema/walk.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { addMarks } from './marks.ts';

/**
 * Returns a schema in the keywords that RJSF can render. References are inlined, `dependentSchemas` and
 * `dependentRequired` become `dependencies`, `prefixItems` becomes a list of `items`. Keywords without effect
 * on the form are removed, and subschemas that RJSF validates get a mark (`marks.ts`). The result is
 * memoized.
 */
export const toRjsfSchema = memoizeByObject(
  (schema: JsonSchema): JsonSchema => addMarks(asObject(convertNode(schema, schema))),
);

/** The keywords without effect on the form. Examples of texts can be choices. */
const ignoredKeywords = new Set(['$schema', '$defs', 'definitions', '$comment']);

/**
 * Returns a schema with all its subschemas converted. A reference is replaced by its target; keywords beside
 * it replace those of the target. A boolean schema is returned unchanged.
 */
function convertNode(node: unknown, root: JsonSchema): unknown {
  if (!isObject(node)) return node;
  const { $ref: reference, ...otherKeywords } = node;
  const supportedKeywords = Object.fromEntries(
    Object.entries(otherKeywords).filter(
      ([keyword]) =>
        !ignoredKeywords.has(keyword) && (keyword !== 'examples' || otherKeywords.type === 'string'),
    ),
  );
  const converted = convertKeywords(mapSubschemas(supportedKeywords, (inner) => convertNode(inner, root)));
  return typeof reference === 'string'
    ? { ...asObject(convertNode(resolveReference(root, reference), root)), ...converted }
    : converted;
}

/** Returns one schema with its keywords converted. Its subschemas must be converted already. */
function convertKeywords(schema: JsonSchema): JsonSchema {
  const { dependentSchemas, dependentRequired, prefixItems, ...rest } = convertBooleanConst(
    convertEnumNames(schema),
  );
  const dependencies = mergeDependencies(rest.dependencies, dependentSchemas, dependentRequired);
  const tuple = Array.isArray(prefixItems) && {
    items: prefixItems,
    ...(rest.items !== undefined && { additionalItems: rest.items }),
  };
  return { ...rest, ...tuple, ...(dependencies && { dependencies }) };
}

/**
 * Returns a schema with the choices of an older RJSF, `enum` with `enumNames`, converted to a `oneOf` with
 * titles. `enumNames` without an `enum` is removed.
 */
function convertEnumNames({ enumNames, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(enumNames) || !Array.isArray(rest.enum)) return rest;
  const { enum: values, ...others } = rest;
  return {
    ...others,
    oneOf: values.map((value, index) => ({ const: value, title: String(enumNames[index] ?? value) })),
  };
}

/**
 * Returns a schema with a boolean `const` replaced by an `enum`, so that nothing is ticked or accepted for
 * the visitor: RJSF fills in a `const`.
 */
function convertBooleanConst({ const: constant, ...rest }: JsonSchema): JsonSchema {
  if (constant === undefined) return rest;
  return typeof constant === 'boolean' ? { ...rest, enum: [constant] } : { ...rest, const: constant };
}

/**
 * Merges `dependencies`, `dependentSchemas` (`schemas`) and `dependentRequired` (`required`) into
 * `dependencies`: a property with both required names and a schema gets one schema. Returns undefined if
 * there are none.
 */
function mergeDependencies(
  dependencies: unknown,
  schemas: unknown,
  required: unknown,
): Record<string, unknown> | undefined {
  const merged: Record<string, unknown> = { ...asObject(dependencies) };
  for (const [name, names] of Object.entries(asObject(required)))
    merged[name] = addDependency(merged[name], names);
  for (const [name, schema] of Object.entries(asObject(schemas)))
    merged[name] = addDependency(merged[name], schema);
  return Object.keys(merged).length === 0 ? undefined : merged;
}

/**
 * Returns one dependency that requires both: names of required properties, a schema, or a schema with both.
 * Returns `added` if `known` is undefined.
 */
function addDependency(known: unknown, added: unknown): unknown {
  if (known === undefined) return added;
  if (Array.isArray(known) && Array.isArray(added)) return [...new Set([...known, ...added])];
  if (!Array.isArray(known) && !Array.isArray(added)) return { allOf: [known, added] };
  const [names, schema] = Array.isArray(known) ? [known, asObject(added)] : [asList(added), asObject(known)];
  return { ...schema, required: [...new Set([...names, ...asList(schema.required)])] };
}
