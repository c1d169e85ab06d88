import { useEffect, useSyncExternalStore } from 'react';
import type { LazyValue } from './lazy.ts';

/**
 * Returns a lazy module; undefined until it is loaded. Loads it if it is needed, and renders again then.
 * `what` names it in a console error.
 */
export function useLazyModule<Module>(
  lazyModule: LazyValue<Module>,
  isNeeded: boolean,
  what: string,
): Module | undefined {
  const loadedModule = useSyncExternalStore(lazyModule.subscribe, lazyModule.loaded, lazyModule.loaded);
  useEffect(() => {
    if (!isNeeded || loadedModule) return;
    lazyModule.load().catch((error: unknown) => console.error(`Cannot load what draws ${what}:`, error));
  }, [lazyModule, isNeeded, loadedModule, what]);
  return loadedModule;
}
