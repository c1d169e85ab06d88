import { useEffect, useSyncExternalStore } from 'react';
import type { LazyValue } from './lazy.ts';

/**
 * Returns a lazy module; undefined until it is loaded. If `isNeeded` is true, loads it and renders again
 * then. A failure is written to the console, where `what` names the module.
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
