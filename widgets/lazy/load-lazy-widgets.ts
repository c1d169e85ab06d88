import { createLazy } from '../lazy.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import type * as lateWidgetsModule from './lazy-widgets.ts';

const lazyWidgetsModule = createLazy<typeof lateWidgetsModule>(() => import('./lazy-widgets.ts'));

/**
 * `loadLazyWidgets` loads the widgets that few forms use; `provideLazyWidgets` sets them directly, on a
 * server.
 */
export const { load: loadLazyWidgets, provide: provideLazyWidgets } = lazyWidgetsModule;

/**
 * Returns the module of the lazy widgets; undefined until it is loaded. The first component that uses it
 * starts loading; each component renders again when it is loaded.
 */
export function useLazyWidgets(): typeof lateWidgetsModule | undefined {
  return useLazyModule(lazyWidgetsModule, true, 'a widget');
}
