import type { JsonSchema } from '../types.ts';
import { decidingKeywords } from './keywords.ts';
import { iterateSchemas } from './walk.ts';

/** Returns true if a schema has a keyword, at any depth, that makes one value depend on another. */
export function hasDependentValues(schema: JsonSchema): boolean {
  return [...iterateSchemas(schema)].some((inner) =>
    Object.keys(inner.schema).some((keyword) => decidingKeywords.has(keyword)),
  );
}
