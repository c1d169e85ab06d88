import { createLazy } from '#widgets/lazy.ts';
import type * as keysModule from './typing.ts';

export const lazyTyping = createLazy<typeof keysModule>(() => import('./typing.ts'));
