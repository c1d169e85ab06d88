import { useEffect, useSyncExternalStore } from 'react';
import type { LazyValue } from './lazy.ts';

/**
 * Returns a lazy module; undefined until it is loaded, which renders the component again. Starts loading
 * after the rendering if `isNeeded` is true. A failure is written to the console.
 * @param what The content of the module, for that message: `nested fields`.
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
