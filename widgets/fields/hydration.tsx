import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { useIsHydrating } from '../use-is-hydrating.ts';

const HydrationContext = createContext({ isUnderWay: false });

/** Says to what is drawn first inside whether React takes over what a server drew. */
export function Hydration({ children }: { readonly children: ReactNode }): ReactNode {
  const isHydrating = useIsHydrating();
  const [hydration] = useState(() => ({ isUnderWay: isHydrating }));
  useLayoutEffect(() => {
    hydration.isUnderWay = false;
  }, [hydration]);
  return <HydrationContext value={hydration}>{children}</HydrationContext>;
}

/** Whether a control is one that a server drew and React takes over: true or false for as long as it is there. */
export function useIsTakenOver(): boolean {
  const hydration = useContext(HydrationContext);
  const [isTakenOver] = useState(() => hydration.isUnderWay);
  return isTakenOver;
}
