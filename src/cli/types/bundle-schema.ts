import { mapEverySchema } from '#engine/json-schema/map-every-schema.ts';
import { toReference } from '#engine/json-schema/references.ts';
import { asList, asObject } from '#engine/json-schema/values.ts';
import { typeField } from '#engine/model/names.ts';
import type { Form, FormType, JsonSchema } from '#engine/model/types.ts';

/**
 * Builds one JSON Schema (draft 2020-12) of all enquiries, for tools in other languages: a `oneOf` with one
 * definition for each enquiry type. References are local, and no definition has an `$id`, which many tools do
 * not support.
 */
export function bundledSchema(form: Form): JsonSchema {
  const definitions = form.types.map((type) => [type.key, buildTypeDefinition(type)] as const);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Enquiry',
    description: 'An enquiry of any type; enquiry_type names the type.',
    oneOf: form.types.map(({ key }) => ({ $ref: toReference(['$defs', key]) })),
    $defs: Object.fromEntries(definitions),
  };
}

/**
 * Builds the JSON Schema of one enquiry type, including its `enquiry_type`, in the draft that the type names,
 * else 2020-12.
 */
export function typeSchema(type: FormType): JsonSchema {
  const { $schema = 'https://json-schema.org/draft/2020-12/schema', ...schema } = addTypeField(type);
  return { $schema, ...schema };
}

/** Returns the schema of a type as a definition of the bundle, in keywords of draft 2020-12. */
function buildTypeDefinition(type: FormType): JsonSchema {
  const { $schema: draft, ...schema } = addTypeField(type);
  const moved = rebaseReferences(schema, toReference(['$defs', type.key]));
  return /draft-07/.test(String(draft)) ? modernizeKeywords(moved) : moved;
}

/**
 * Returns the schema of a type with `enquiry_type` as a required property, also in its examples. Removes the
 * `$id`.
 */
function addTypeField({ id, schema }: FormType): JsonSchema {
  const { $id: _id, properties, required, examples, ...rest } = schema;
  const own = { const: id, description: 'The id of the enquiry type.' };
  return {
    ...rest,
    required: [typeField, ...asList(required)],
    properties: { [typeField]: own, ...(properties as object) },
    ...(Array.isArray(examples) && {
      examples: examples.map((example) => ({ [typeField]: id, ...example })),
    }),
  };
}

/**
 * Changes local references from the root of the type to its definition in the bundle.
 * @param base The reference to the definition: `#/$defs/sales`.
 */
function rebaseReferences(schema: JsonSchema, base: string): JsonSchema {
  return mapEverySchema(schema, (node) =>
    typeof node.$ref === 'string' && node.$ref.startsWith('#')
      ? { ...node, $ref: `${base}${node.$ref.slice(1)}` }
      : node,
  );
}

/** Replaces keywords of draft-07 that 2020-12 renamed: tuples and dependencies. */
function modernizeKeywords(schema: JsonSchema): JsonSchema {
  return mapEverySchema(schema, ({ items, additionalItems, dependencies, ...rest }) => ({
    ...rest,
    ...(Array.isArray(items)
      ? { prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
      : items !== undefined && { items }),
    ...splitDependencies(dependencies),
  }));
}

/**
 * Converts `dependencies` of draft-07 to `dependentRequired` and `dependentSchemas`. Empty if there are none.
 */
function splitDependencies(dependencies: unknown): JsonSchema {
  const entries = Object.entries(asObject(dependencies));
  const required = entries.filter(([, asked]) => Array.isArray(asked));
  const schemas = entries.filter(([, asked]) => !Array.isArray(asked));
  return {
    ...(required.length > 0 && { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
}
