import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { useIsHydrating } from '../use-is-hydrating.ts';

const HydrationContext = createContext({ isUnderWay: false });

/**
 * Provides the context of `useIsServerRendered`, which is true only while this provider itself is first
 * rendered on a server or hydrated.
 */
export function HydrationProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const isHydrating = useIsHydrating();
  const [hydration] = useState(() => ({ isUnderWay: isHydrating }));
  useLayoutEffect(() => {
    hydration.isUnderWay = false;
  }, [hydration]);
  return <HydrationContext value={hydration}>{children}</HydrationContext>;
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
