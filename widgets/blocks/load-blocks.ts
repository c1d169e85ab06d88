import { createContext, useMemo } from 'react';
import type { Plan } from '#engine';
import { lazy } from '../lazy.ts';
import { useLoaded } from '../use-loaded.ts';
import { useSameEntries } from '../use-same.ts';
import type { Blocks } from './blocks.ts';
import type * as blocksLayoutModule from './blocks-layout.tsx';

const layout = lazy<typeof blocksLayoutModule>(() => import('./blocks-layout.tsx'));

/** Loads what draws text and pictures among the fields; gives it where it is at hand. */
export const { load: loadBlocks, provide: provideBlocks } = layout;

/** Blocks to be drawn among the fields of a form; absent where there are none. */
export const BlocksContext = createContext<Blocks | undefined>(undefined);

/** The blocks of a plan, once what draws them is there. The same object as long as they are and say the same. */
export function useBlocks(plan: Plan, headingLevel: number): Blocks | undefined {
  const { type } = plan;
  const loaded = useLoaded(layout, plan.blocks !== undefined, 'text among the fields');
  const { blocks } = useSameEntries({ blocks: plan.blocks });
  return useMemo(
    () => loaded && type && blocks && { type, blocks, headingLevel, draw: loaded.withBlocks },
    [loaded, type, blocks, headingLevel],
  );
}
