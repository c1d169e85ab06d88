import type { JsonSchema } from '../types.ts';
import { isObject } from './values.ts';
import { mapSubschemas } from './walk.ts';

/** A schema with every schema inside it changed, the innermost first, and itself last. */
export function mapEverySchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return change(mapSubschemas(schema, (inner) => (isObject(inner) ? mapEverySchema(inner, change) : inner)));
}
