import { useEffect, useState } from 'react';
import type { Values } from '#engine';
import { loadReasons } from '../api.ts';
import { useDraft } from '../context.ts';
import type { PreviewQuery, ReasonsView } from '../protocol.ts';

/** Why a preview is as it is, with what was entered; anew with each version of the draft. */
export function useReasons(query: PreviewQuery, entered: Values | undefined): ReasonsView | undefined {
  const { report } = useDraft();
  const [view, setView] = useState<ReasonsView>();
  const version = report?.isForm ? report.version : -1;
  useEffect(() => {
    let isCurrent = true;
    if (version >= 0)
      loadReasons({ query, ...(entered && { entered }) }).then(
        (loaded) => isCurrent && loaded && setView(loaded),
        // The next version brings another try.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [query, entered, version]);
  return view;
}
