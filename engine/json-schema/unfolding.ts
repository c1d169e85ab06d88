import type { JsonSchema } from '../types.ts';
import { definitionKeywords } from './keywords.ts';
import { isObject } from './values.ts';
import { innerSchemas } from './walk.ts';

/**
 * The most schemas that a form may have once each reference is replaced by its target: far more than anybody fills in, and few enough to
 * visit each of them.
 */
export const mostSchemas = 20_000;

/** The most schemas that may stand inside one another once references are replaced: few enough for a call stack. */
export const mostNested = 400;

/** The schema that a reference leads to, and how to follow the references inside it; undefined where it leads nowhere. */
export type Follow = (reference: string) => { readonly schema: unknown; readonly follow: Follow } | undefined;

/**
 * Counts the schemas that a schema has once each reference is replaced by what it leads to; what no reference leads to is not counted.
 * Visits each schema once, whatever refers to it.
 *
 * @param ofCircle - what a reference back to a schema that it stands in counts as; nothing where circles are refused elsewhere.
 * @returns `Infinity` where more than `mostNested` stand inside one another.
 */
export function unfoldedSize(schema: JsonSchema, follow: Follow, ofCircle = 0): number {
  const sizes = new Map<unknown, number>();
  const measure = (node: unknown, followInside: Follow, depth: number): number => {
    if (!isObject(node)) return 0;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    if (depth > mostNested) return Number.POSITIVE_INFINITY;
    sizes.set(node, ofCircle);
    const target = typeof node.$ref === 'string' ? followInside(node.$ref) : undefined;
    let size = 1 + (target === undefined ? 0 : measure(target.schema, target.follow, depth + 1));
    for (const { schema: inner, path } of innerSchemas(node))
      if (!definitionKeywords.has(String(path[0]))) size += measure(inner, followInside, depth + 1);
    sizes.set(node, size);
    return size;
  };
  return measure(schema, follow, 0);
}
