import type { JsonSchema } from '../model/types.ts';
import { isObject } from './values.ts';
import { mapSubschemas } from './walk.ts';

/**
 * Returns a copy of a schema in which each schema inside it, and last the schema itself, is replaced by the
 * result of `change`, the innermost first. Schemas that are `true` or `false` stay. References are not
 * followed.
 */
export function mapEverySchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return change(mapSubschemas(schema, (inner) => (isObject(inner) ? mapEverySchema(inner, change) : inner)));
}
