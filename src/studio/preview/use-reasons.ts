import { useEffect, useState } from 'react';
import type { Values } from '#engine';
import { loadReasons } from '../api.ts';
import { useDraftState } from '../context.ts';
import type { PreviewQuery, ReasonsView } from '../protocol.ts';

/**
 * The reasons for the state of a preview. `missing` is set if there are none or loading failed. Both are
 * absent before the first answer.
 */
export interface LoadedReasons {
  readonly view?: ReasonsView;
  readonly missing?: 'none' | 'failed';
}

/**
 * Loads the reasons for the state of a preview with the entered values, again for each version of the draft
 * that is a form. Returns the previous ones until then.
 */
export function useReasons(query: PreviewQuery, entered: Values | undefined): LoadedReasons {
  const { report } = useDraftState();
  const [loaded, setLoaded] = useState<LoadedReasons>({});
  const version = report?.isForm ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    const setIfCurrent = (next: LoadedReasons) => isCurrent && setLoaded(next);
    if (version >= 0)
      loadReasons({ query, ...(entered && { entered }) }).then(
        (view) => setIfCurrent(view === null ? { missing: 'none' } : { view }),
        // The next version of the draft triggers another attempt.
        () => setIfCurrent({ missing: 'failed' }),
      );
    return () => {
      isCurrent = false;
    };
  }, [query, entered, version]);
  return loaded;
}
