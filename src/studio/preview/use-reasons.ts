import { useEffect, useState } from 'react';
import type { Values } from '#engine';
import { loadReasons } from '../api.ts';
import { useDraftState } from '../context.ts';
import type { PreviewQuery, ReasonsView } from '../protocol.ts';

/**
 * The reasons for the state of a preview. Without a view, `missing` is set if there are none or loading
 * failed.
 */
export interface LoadedReasons {
  readonly view?: ReasonsView;
  readonly missing?: 'none' | 'failed';
}

/**
 * Loads the reasons for the state of a preview with the entered values, again for each version of the draft.
 */
export function useReasons(query: PreviewQuery, entered: Values | undefined): LoadedReasons {
  const { report } = useDraftState();
  const [reasoned, setReasoned] = useState<LoadedReasons>({});
  const version = report?.isForm ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    const show = (next: LoadedReasons) => isCurrent && setReasoned(next);
    if (version >= 0)
      loadReasons({ query, ...(entered && { entered }) }).then(
        (view) => show(view === null ? { missing: 'none' } : { view }),
        // The next version tries again.
        () => show({ missing: 'failed' }),
      );
    return () => {
      isCurrent = false;
    };
  }, [query, entered, version]);
  return reasoned;
}
