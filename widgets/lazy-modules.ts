import type { FormType } from '#engine';
import { loadBlocks } from './blocks/load-blocks.ts';
import { loadLazyWidgets } from './lazy/load-lazy-widgets.ts';
import { loadNestedFields } from './nested/load-nested-fields.ts';
import { needsNestedFields } from './nested/needs-nested-fields.ts';

/**
 * Returns a function that loads the lazy modules that a type needs; undefined if it needs none. Its promise
 * resolves when all are loaded, and rejects if one fails.
 */
export function getLazyModulesLoader(type: FormType): (() => Promise<unknown>) | undefined {
  const { blocks, hasLateWidgets } = type;
  const isNested = needsNestedFields(type);
  if (!isNested && !blocks && !hasLateWidgets) return undefined;
  return () =>
    Promise.all([
      isNested && loadNestedFields(),
      blocks && loadBlocks(),
      hasLateWidgets && loadLazyWidgets(),
    ]);
}
