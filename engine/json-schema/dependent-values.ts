import type { JsonSchema } from '../model/types.ts';
import { decidingKeywords } from './keywords.ts';
import { iterateSchemas } from './walk.ts';

/**
 * Returns true if a schema, or one inside it at any depth, has one of `decidingKeywords`, such as `if` or
 * `oneOf`, which make one value depend on another. References are not followed, but definitions are searched.
 */
export function hasDependentValues(schema: JsonSchema): boolean {
  return [...iterateSchemas(schema)].some((inner) =>
    Object.keys(inner.schema).some((keyword) => decidingKeywords.has(keyword)),
  );
}
