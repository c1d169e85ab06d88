import type { JsonSchema } from '../types.ts';
import { decidingKeywords } from './keywords.ts';
import { subschemas } from './walk.ts';

/** Returns true if a keyword in a schema makes one value depend on another. */
export function decides(schema: JsonSchema): boolean {
  return [...subschemas(schema)].some((inner) =>
    Object.keys(inner.schema).some((keyword) => decidingKeywords.has(keyword)),
  );
}
