import { lazy } from '#widgets/lazy.ts';
import type * as keysModule from './keys.ts';

/** What spares a form work at each key, once it is wanted. */
export const keys = lazy<typeof keysModule>(() => import('./keys.ts'));
