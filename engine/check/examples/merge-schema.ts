import { intersectSchemas } from '../../json-schema/intersect-schemas.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, asObject } from '../../json-schema/values.ts';
import type { JsonSchema } from '../../model/types.ts';

/**
 * Returns one schema that combines a schema, its `allOf` and the targets of its references. References and
 * `allOf` inside its properties and items stay. Some keywords can only be combined approximately. A value
 * that is not an object gives an empty schema.
 * @param followed References that are already included, and are skipped. The reference of this schema and
 * those of its `allOf` are added to this set.
 */
export function mergeSchema(
  schema: unknown,
  root: JsonSchema,
  followed: Set<string> = new Set(),
): JsonSchema {
  const { $ref: reference, ...beside } = asObject(schema);
  // A reference that was followed before adds nothing, and a definition that nothing uses may refer to
  // itself.
  const isKnown = typeof reference === 'string' && followed.has(reference);
  if (typeof reference === 'string') followed.add(reference);
  const { allOf, ...own } = isKnown ? beside : dereference(schema, root);
  return asList(allOf)
    .map((part) => mergeSchema(part, root, followed))
    .reduce(intersectSchemas, own);
}
