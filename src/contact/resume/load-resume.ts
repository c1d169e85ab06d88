import type { Form } from '#engine';
import { createLazy } from '#widgets/lazy.ts';
import { useLazyModule } from '#widgets/use-lazy-module.ts';
import type * as resumePanelModule from './resume-panel.tsx';

const lazyResume = createLazy<typeof resumePanelModule>(() => import('./resume-panel.tsx'));

/** `loadResume` loads the module that saves answers; `provideResume` sets it directly, on a server. */
export const { load: loadResume, provide: provideResume } = lazyResume;

/**
 * Loads and returns the module that saves answers; undefined until it is loaded, and if no type of the form
 * allows saving.
 */
export function useResume(form: Form): typeof resumePanelModule | undefined {
  const isNeeded = isResumable(form);
  const loaded = useLazyModule(lazyResume, isNeeded, 'what saves answers');
  return isNeeded ? loaded : undefined;
}

/** Returns true if the answers of at least one type can be saved. */
export function isResumable({ types }: Form): boolean {
  return types.some(({ resume }) => resume);
}
