import { useCallback, useEffect, useState } from 'react';
import type { ConsequencesAnswer, VersionName } from '../protocol-consequences.ts';
import { loadConsequences } from '../versions-api.ts';

export interface ConsequencesState {
  readonly answer: ConsequencesAnswer | 'computing' | 'failed';
  readonly again: () => void;
}

/** The versions to compare. A draft is identified by its id and version. */
export interface ComparisonRequest {
  readonly from: VersionName;
  readonly to: VersionName;
  readonly draft?: string;
  readonly version?: number;
  /** The hash of the live version. A change of it triggers another request. */
  readonly since: string;
}

/**
 * Loads the consequences for visitors between two versions. Undefined means that there is nothing to compare
 * yet. Unmounting aborts the request.
 */
export function useConsequences(what: ComparisonRequest | undefined): ConsequencesState {
  const [tries, setTries] = useState(0);
  const key = what && JSON.stringify([what, tries]);
  const [known, setKnown] = useState<{
    readonly key: string;
    readonly answer: ConsequencesAnswer | 'failed';
  }>();
  useEffect(() => {
    if (key === undefined) return;
    const [{ since: _since, ...asked }] = JSON.parse(key) as [ComparisonRequest];
    const leaving = new AbortController();
    loadConsequences(asked, leaving.signal).then(
      (answer) => setKnown({ key, answer }),
      () => {
        if (!leaving.signal.aborted) setKnown({ key, answer: 'failed' });
      },
    );
    return () => leaving.abort();
  }, [key]);
  return {
    answer: known !== undefined && known.key === key ? known.answer : 'computing',
    again: useCallback(() => setTries((count) => count + 1), []),
  };
}
