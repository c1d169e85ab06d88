import { useEffect, useState } from 'react';
import type { Values } from '#engine';
import type { PreviewQuery, ReasonsView } from '../../api/studio.ts';
import { loadReasons } from '../draft/api.ts';
import { useDraftState } from '../draft/context.ts';

/**
 * The reasons for the state of a preview. `missing` is set instead of `view` if the preview has no form
 * (`none`) or loading failed. Both are absent before the first answer.
 */
export interface LoadedReasons {
  readonly view?: ReasonsView;
  readonly missing?: 'none' | 'failed';
}

/**
 * Loads the reasons for the state of a preview with the entered values, again if one of them changes and for
 * each version of the draft that is a form. Returns the previous ones until the answer arrives. Loads nothing
 * while the draft is not a form.
 * @param query Compared by identity: an equal object of another identity loads again.
 * @param entered The entered values, compared likewise. Undefined: those of the initial state.
 */
export function useReasons(query: PreviewQuery, entered: Values | undefined): LoadedReasons {
  const { report } = useDraftState();
  const [loaded, setLoaded] = useState<LoadedReasons>({});
  const version = report?.isForm ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    /** Stores an answer, unless a later request has replaced this one. */
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
