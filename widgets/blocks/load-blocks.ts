import { createContext, useMemo } from 'react';
import type { Plan } from '#engine';
import { lazy } from '../lazy.ts';
import { useLoaded } from '../use-loaded.ts';
import { useSameEntries } from '../use-same.ts';
import type { Blocks } from './blocks.ts';
import type * as blocksLayoutModule from './blocks-layout.tsx';

const layout = lazy<typeof blocksLayoutModule>(() => import('./blocks-layout.tsx'));

/** `loadBlocks` loads the module that renders blocks; `provideBlocks` sets it directly, on a server. */
export const { load: loadBlocks, provide: provideBlocks } = layout;

export const BlocksContext = createContext<Blocks | undefined>(undefined);

/**
 * Returns the blocks of a plan as soon as their module is loaded. The object stays the same as long as the
 * blocks are equal.
 */
export function useBlocks(plan: Plan, headingLevel: number): Blocks | undefined {
  const { type } = plan;
  const loaded = useLoaded(layout, plan.blocks !== undefined, 'text among the fields');
  const { blocks } = useSameEntries({ blocks: plan.blocks });
  return useMemo(
    () => loaded && type && blocks && { type, blocks, headingLevel, draw: loaded.withBlocks },
    [loaded, type, blocks, headingLevel],
  );
}
