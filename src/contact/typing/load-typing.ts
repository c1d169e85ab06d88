import { createLazy } from '#widgets/lazy.ts';
import type * as keysModule from './typing.ts';

/** Optimisations of typing, loaded on demand. */
export const lazyTyping = createLazy<typeof keysModule>(() => import('./typing.ts'));
