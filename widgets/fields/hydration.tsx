import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { useIsHydrating } from '../use-is-hydrating.ts';

/**
 * `isUnderWay` is true during the first rendering of the nearest provider, if that is on a server or
 * hydrates.
 */
const HydrationContext = createContext({ isUnderWay: false });

/**
 * Provides the context of `useIsServerRendered`. Controls that are rendered together with this provider, on a
 * server or by hydration, get true; all that are added later get false.
 */
export function HydrationProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const isHydrating = useIsHydrating();
  const [hydration] = useState(() => ({ isUnderWay: isHydrating }));
  useLayoutEffect(() => {
    hydration.isUnderWay = false;
  }, [hydration]);
  return <HydrationContext.Provider value={hydration}>{children}</HydrationContext.Provider>;
}

/**
 * Returns true if this control was first rendered on the server or by hydration, and false if it was added
 * later. The result never changes while the control is mounted.
 */
export function useIsServerRendered(): boolean {
  const hydration = useContext(HydrationContext);
  const [isServerRendered] = useState(() => hydration.isUnderWay);
  return isServerRendered;
}
