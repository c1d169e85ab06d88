import { useCallback, useEffect, useState } from 'react';
import type { ConsequencesAnswer, VersionName } from '../../api/consequences.ts';
import { loadConsequences } from '../draft/versions-api.ts';

export interface ConsequencesState {
  /**
   * `computing` while loading and without a comparison, `failed` if the request failed. While the comparison
   * goes on, the answer is partial.
   */
  readonly answer: ConsequencesAnswer | 'computing' | 'failed';
  /**
   * Sends the request for the same comparison again. The answer is `computing` until the response arrives.
   */
  readonly again: () => void;
}

/** The versions to compare. A draft is identified by its id and version. */
export interface ComparisonRequest {
  readonly from: VersionName;
  readonly to: VersionName;
  readonly draft?: string;
  readonly version?: number;
  /** The hash of the live version. It is not sent: a change of it only triggers another request. */
  readonly since: string;
}

/**
 * Loads the consequences for visitors between two versions, again if the content of the comparison changes.
 * Does nothing without a comparison. A change and unmounting abort the pending request.
 */
export function useConsequences(comparison: ComparisonRequest | undefined): ConsequencesState {
  const [tries, setTries] = useState(0);
  const key = comparison && JSON.stringify([comparison, tries]);
  const [known, setKnown] = useState<{
    readonly key: string;
    readonly answer: ConsequencesAnswer | 'failed';
  }>();
  useEffect(() => {
    if (key === undefined) return;
    const [{ since: _since, ...asked }] = JSON.parse(key) as [ComparisonRequest];
    const controller = new AbortController();
    const { signal } = controller;
    /** Loads what is known soon, and the rest if there is more. */
    const load = async () => {
      const first = await loadConsequences(asked, { extent: 'first', signal });
      setKnown({ key, answer: first });
      if (first.kind === 'consequences' && first.isPartial)
        setKnown({ key, answer: await loadConsequences(asked, { extent: 'all', signal }) });
    };
    load().catch(() => {
      if (!signal.aborted) setKnown({ key, answer: 'failed' });
    });
    return () => controller.abort();
  }, [key]);
  return {
    answer: known !== undefined && known.key === key ? known.answer : 'computing',
    again: useCallback(() => setTries((count) => count + 1), []),
  };
}
