import type { JsonSchema } from '../types.ts';
import { isObject } from './values.ts';
import { mapSubschemas } from './walk.ts';

/** Returns a schema with all schemas inside it changed, the innermost first and the outermost last. */
export function mapEverySchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return change(mapSubschemas(schema, (inner) => (isObject(inner) ? mapEverySchema(inner, change) : inner)));
}
