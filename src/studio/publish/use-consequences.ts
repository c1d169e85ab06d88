import { useCallback, useEffect, useState } from 'react';
import type { ConsequencesAnswer, VersionName } from '../protocol-consequences.ts';
import { loadConsequences } from '../versions-api.ts';

/** What is known of what changes; `failed` is tried again by `again`. */
export interface Consequences {
  readonly answer: ConsequencesAnswer | 'computing' | 'failed';
  readonly again: () => void;
}

/** Versions to be compared; of a draft, as this page has it. */
export interface WhatToCompare {
  readonly from: VersionName;
  readonly to: VersionName;
  readonly draft?: string;
  readonly version?: number;
  /** What else it depends on: the version that is live. */
  readonly since: string;
}

/** What changes for visitors between two versions; undefined: there is nothing to be compared yet. Whoever leaves is not waited for. */
export function useConsequences(what: WhatToCompare | undefined): Consequences {
  const [tries, setTries] = useState(0);
  const key = what && JSON.stringify([what, tries]);
  const [known, setKnown] = useState<{
    readonly key: string;
    readonly answer: ConsequencesAnswer | 'failed';
  }>();
  useEffect(() => {
    if (key === undefined) return;
    const [{ since: _since, ...asked }] = JSON.parse(key) as [WhatToCompare];
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
