import { type ReactNode, useState } from 'react';
import { StudioProvider, useStudio } from './context.ts';
import { createLateStore } from './late-store.ts';

/**
 * Renders children to which the draft changes one frame later than to the rest of the studio, and which skip
 * states that are outdated by then. What shows a key first is painted before they begin to render.
 */
export function LateDraft({ children }: { readonly children: ReactNode }): ReactNode {
  const studio = useStudio();
  const [late] = useState(() => createLateStore(studio.store));
  return <StudioProvider value={{ ...studio, store: late }}>{children}</StudioProvider>;
}
