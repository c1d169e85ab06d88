import type { Form } from '#engine';
import type * as pipingModule from '#engine/piping.ts';
import { lazy } from '#widgets/lazy.ts';
import { useLoaded } from '#widgets/use-loaded.ts';

const part = lazy<typeof pipingModule>(() => import('#engine/piping.ts'));

/** Loads what puts answers into texts; gives it where it is at hand. */
export const { load: loadPiping, provide: providePiping } = part;

/** What puts answers into the texts of a form, where some text says one, once it is there. */
export function usePiping({ pipes }: Form): typeof pipingModule | undefined {
  const loaded = useLoaded(part, pipes !== undefined, 'answers in texts');
  return pipes && loaded;
}
