import { useCallback, useEffect, useState } from 'react';
import type { ImportRequest, TrialAnswer, TriedArchive } from '../../../api/exchange.ts';
import { useDraftState } from '../../draft/context.ts';
import { loadImportConsequences, loadImportTrial } from '../../draft/versions-api.ts';
import type { RequestOutcome } from '../../ui/ask/request.ts';
import type { ConsequencesState } from '../use-consequences.ts';

export type TrialOutcome = RequestOutcome<TrialAnswer>;

/**
 * Tries the import of a file on the server without changing the draft, again if the draft or its check report
 * changes. `again` tries once more. The former result stays meanwhile; only before the first result and after
 * a change of `trust` is it `reading`.
 * @param archive The text of the file. A change of it starts a new trial as well, but the former file's
 * result stays meanwhile.
 * @param trust The fingerprint of the key that an owner trusts for this import, if it is unknown.
 */
export function useImportTrial(
  archive: string,
  trust: string | undefined,
): { readonly trial: TrialOutcome | 'reading'; readonly again: () => void } {
  const { draft, report } = useDraftState();
  const [tries, setTries] = useState(0);
  const [known, setKnown] = useState<{ readonly trust: string | undefined; readonly trial: TrialOutcome }>();
  const version = report?.version;
  useEffect(() => {
    void [draft, version, tries];
    let isCurrent = true;
    void loadImportTrial({ archive, ...(trust !== undefined && { trust }) }).then(
      (trial) => isCurrent && setKnown({ trust, trial }),
    );
    return () => {
      isCurrent = false;
    };
  }, [archive, trust, draft, version, tries]);
  return {
    trial: known?.trust === trust ? (known?.trial ?? 'reading') : 'reading',
    again: useCallback(() => setTries((count) => count + 1), []),
  };
}

/**
 * Loads the changes for visitors that an import would cause. Without a request, loads nothing; the answer is
 * then `computing`. It is `failed` if the request failed or the file cannot be imported.
 * @param request The import. Another object, even if equal, is another request and loads again.
 * @param tried The result of the trial. A change of it loads again; the former answer stays meanwhile.
 */
export function useImportConsequences(
  request: ImportRequest | undefined,
  tried: TriedArchive,
): ConsequencesState {
  const [tries, setTries] = useState(0);
  const [known, setKnown] = useState<{
    readonly of: object;
    readonly answer: ConsequencesState['answer'];
  }>();
  useEffect(() => {
    void [tried, tries];
    if (request === undefined) return;
    const leaving = new AbortController();
    void loadImportConsequences(request, leaving.signal).then((outcome) => {
      if (leaving.signal.aborted) return;
      const answer = outcome.isDone ? outcome.answer : undefined;
      const isAnswered = answer?.kind === 'consequences' || answer?.kind === 'no-form';
      setKnown({ of: request, answer: isAnswered ? answer : 'failed' });
    });
    return () => leaving.abort();
  }, [request, tried, tries]);
  return {
    answer: known !== undefined && known.of === request ? known.answer : 'computing',
    again: useCallback(() => {
      setKnown(undefined);
      setTries((count) => count + 1);
    }, []),
  };
}
