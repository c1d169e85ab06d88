import { useEffect, useState } from 'react';
import type { Values } from '#engine';
import { loadReasons } from '../api.ts';
import { useDraft } from '../context.ts';
import type { PreviewQuery, ReasonsView } from '../protocol.ts';

/** Why a preview is as it is; without a view, whether there is nothing to say of it, or the server did not answer. */
export interface Reasoned {
  readonly view?: ReasonsView;
  readonly missing?: 'none' | 'failed';
}

/** Loads why a preview is as it is, with what was entered; anew with each version of the draft. */
export function useReasons(query: PreviewQuery, entered: Values | undefined): Reasoned {
  const { report } = useDraft();
  const [reasoned, setReasoned] = useState<Reasoned>({});
  const version = report?.isForm ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    const show = (next: Reasoned) => isCurrent && setReasoned(next);
    if (version >= 0)
      loadReasons({ query, ...(entered && { entered }) }).then(
        (view) => show(view === null ? { missing: 'none' } : { view }),
        // The next version brings another try.
        () => show({ missing: 'failed' }),
      );
    return () => {
      isCurrent = false;
    };
  }, [query, entered, version]);
  return reasoned;
}
