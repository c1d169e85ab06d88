import type { JsonSchema } from '../model/types.ts';
import { definitionKeywords } from './keywords.ts';
import { isObject } from './values.ts';
import { listInnerSchemas } from './walk.ts';

/**
 * Maximum number of schemas in a form after each reference is replaced by its target: far more than anybody
 * fills in, and few enough to visit all of them.
 */
export const maxUnfoldedSchemas = 20_000;

/** Maximum nesting of schemas after references are replaced: few enough for a call stack. */
export const maxSchemaNesting = 400;

/**
 * Returns the target of a reference, and the function that follows the references inside it. Returns
 * undefined if there is no target.
 */
export type FollowReference = (
  reference: string,
) => { readonly schema: unknown; readonly follow: FollowReference } | undefined;

/**
 * Counts the schemas of a schema, itself included, after each reference is replaced by its target.
 * Definitions without a reference, and schemas that are `true` or `false`, are not counted. Each schema is
 * visited once, and its count is used again.
 * @param ofCircle The count of a circular reference. It is 0 if circles are rejected by another check.
 * @returns `Infinity` if more than `maxSchemaNesting` schemas are nested.
 */
export function countUnfoldedSchemas(schema: JsonSchema, follow: FollowReference, ofCircle = 0): number {
  const sizes = new Map<unknown, number>();
  /**
   * Returns the count for one schema, and stores it in `sizes`.
   * @param depth The number of schemas around it, with references replaced.
   */
  const countSchemasIn = (node: unknown, followInside: FollowReference, depth: number): number => {
    if (!isObject(node)) return 0;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    if (depth > maxSchemaNesting) return Number.POSITIVE_INFINITY;
    sizes.set(node, ofCircle);
    const target = typeof node.$ref === 'string' ? followInside(node.$ref) : undefined;
    let size = 1 + (target === undefined ? 0 : countSchemasIn(target.schema, target.follow, depth + 1));
    for (const { schema: inner, path } of listInnerSchemas(node))
      if (!definitionKeywords.has(String(path[0]))) size += countSchemasIn(inner, followInside, depth + 1);
    sizes.set(node, size);
    return size;
  };
  return countSchemasIn(schema, follow, 0);
}
