import { lazy } from '../lazy.ts';
import { useLoaded } from '../use-loaded.ts';
import type * as lateWidgetsModule from './late-widgets.ts';

const late = lazy<typeof lateWidgetsModule>(() => import('./late-widgets.ts'));

/**
 * `loadLazyWidgets` loads the widgets that few forms use; `provideLazyWidgets` sets them directly, on a
 * server.
 */
export const { load: loadLateWidgets, provide: provideLateWidgets } = late;

/** Returns the lazy widgets, loads them on first use, and renders again when they are loaded. */
export function useLateWidgets(): typeof lateWidgetsModule | undefined {
  return useLoaded(late, true, 'a widget');
}
