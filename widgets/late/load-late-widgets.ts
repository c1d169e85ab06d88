import { lazy } from '../lazy.ts';
import { useLoaded } from '../use-loaded.ts';
import type * as lateWidgetsModule from './late-widgets.ts';

const late = lazy<typeof lateWidgetsModule>(() => import('./late-widgets.ts'));

/** Loads the widgets that few forms have; gives them where they are at hand. */
export const { load: loadLateWidgets, provide: provideLateWidgets } = late;

/** The widgets that few forms have, loaded when the first of them is drawn; draws again when they arrive. */
export function useLateWidgets(): typeof lateWidgetsModule | undefined {
  return useLoaded(late, true, 'a widget');
}
