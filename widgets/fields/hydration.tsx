import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { useIsHydrating } from '../use-is-hydrating.ts';

const HydrationContext = createContext({ isUnderWay: false });

/**
 * Lets its children know, while they render for the first time, whether React is hydrating markup of the
 * server.
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
 * Returns true if the server rendered this control and React hydrated it. The result never changes while the
 * control is mounted.
 */
export function useIsServerRendered(): boolean {
  const hydration = useContext(HydrationContext);
  const [isServerRendered] = useState(() => hydration.isUnderWay);
  return isServerRendered;
}
