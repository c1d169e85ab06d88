import type { Form } from '#engine';
import { lazy } from '#widgets/lazy.ts';
import { useLoaded } from '#widgets/use-loaded.ts';
import type * as resumePanelModule from './resume-panel.tsx';

const part = lazy<typeof resumePanelModule>(() => import('./resume-panel.tsx'));

/** Loads what saves answers; gives it where it is at hand. */
export const { load: loadResume, provide: provideResume } = part;

/** What saves answers, where answers of some type of a form may be saved, once it is there. */
export function useResume(form: Form): typeof resumePanelModule | undefined {
  const isNeeded = isResumable(form);
  const loaded = useLoaded(part, isNeeded, 'what saves answers');
  return isNeeded ? loaded : undefined;
}

/** Whether answers of some type may be saved. */
export function isResumable({ types }: Form): boolean {
  return types.some(({ resume }) => resume);
}
