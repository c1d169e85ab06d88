import type { Form } from '#engine';
import type * as pipingModule from '#engine/resolve/piping.ts';
import { createLazy } from '#widgets/lazy.ts';
import { useLazyModule } from '#widgets/use-lazy-module.ts';

const lazyPiping = createLazy<typeof pipingModule>(() => import('#engine/resolve/piping.ts'));

/**
 * `loadPiping` loads the module that inserts answers into texts; `providePiping` sets it directly, on a
 * server.
 */
export const { load: loadPiping, provide: providePiping } = lazyPiping;

/**
 * Loads and returns the module that inserts answers into texts; undefined until it is loaded, and if no text
 * of the form contains answers.
 */
export function usePiping({ pipes }: Form): typeof pipingModule | undefined {
  const loaded = useLazyModule(lazyPiping, pipes !== undefined, 'answers in texts');
  return pipes && loaded;
}
