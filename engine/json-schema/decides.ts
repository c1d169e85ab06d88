import type { JsonSchema } from '../types.ts';
import { decidingKeywords } from './keywords.ts';
import { subschemas } from './walk.ts';

/** Whether by some word of a schema one value decides about another. */
export function decides(schema: JsonSchema): boolean {
  return [...subschemas(schema)].some((inner) =>
    Object.keys(inner.schema).some((keyword) => decidingKeywords.has(keyword)),
  );
}
