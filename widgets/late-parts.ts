import type { FormType } from '#engine';
import { loadBlocks } from './blocks/load-blocks.ts';
import { loadNestedFields } from './nested/load-nested-fields.ts';
import { needsNestedFields } from './nested/needs-nested-fields.ts';

/** Loads what drawing a type takes besides what every page has; undefined where it takes no more. */
export function latePartsOf(type: FormType): (() => Promise<unknown>) | undefined {
  const isNested = needsNestedFields(type);
  if (!isNested && !type.blocks) return undefined;
  return () => Promise.all([isNested && loadNestedFields(), type.blocks && loadBlocks()]);
}
