import { createContext, useMemo } from 'react';
import type { Plan } from '#engine';
import { createLazy } from '../lazy.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { useStableEntries } from '../use-stable-entries.ts';
import type { Blocks } from './blocks.ts';
import type * as blocksLayoutModule from './blocks-layout.tsx';

const lazyBlocksLayout = createLazy<typeof blocksLayoutModule>(() => import('./blocks-layout.tsx'));

/** `loadBlocks` loads the module that renders blocks; `provideBlocks` sets it directly, on a server. */
export const { load: loadBlocks, provide: provideBlocks } = lazyBlocksLayout;

/**
 * The blocks of the plan that is rendered; undefined for a plan without blocks and until their module is
 * loaded.
 */
export const BlocksContext = createContext<Blocks | undefined>(undefined);

/**
 * Returns the blocks of a plan, and loads their module if it has any. Undefined until the module is loaded,
 * and for a plan without blocks. The object stays the same as long as its content is equal.
 * @param headingLevel The level of the headings in blocks.
 */
export function useBlocks(plan: Plan, headingLevel: number): Blocks | undefined {
  const { type } = plan;
  const loaded = useLazyModule(lazyBlocksLayout, plan.blocks !== undefined, 'text among the fields');
  const { blocks } = useStableEntries({ blocks: plan.blocks });
  return useMemo(
    () => loaded && type && blocks && { type, blocks, headingLevel, draw: loaded.renderWithBlocks },
    [loaded, type, blocks, headingLevel],
  );
}
