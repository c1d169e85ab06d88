import { lazy } from '#widgets/lazy.ts';
import type * as keysModule from './keys.ts';

/** Optimisations of typing, loaded on demand. */
export const keys = lazy<typeof keysModule>(() => import('./keys.ts'));
