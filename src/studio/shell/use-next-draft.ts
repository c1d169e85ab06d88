import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadDraft } from '../api.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import type { DraftView } from '../protocol.ts';

/** How long a page waits for the next draft where the server does not give it. */
const reopenMs = 3_000;

/** Goes on with the next draft once the one that is open was published: whoever types goes on typing. */
export function useNextDraft(
  { getSnapshot, subscribe, takeUp, catchUp }: DraftStore,
  { view, onReopen }: { readonly view: DraftView; readonly onReopen: () => void },
): void {
  const { isOutdated } = useSyncExternalStore(subscribe, getSnapshot);
  useEffect(() => {
    if (!isOutdated) return;
    onReopen();
    const timer = setInterval(onReopen, reopenMs);
    return () => clearInterval(timer);
  }, [isOutdated, onReopen]);
  const [first] = useState(view);
  useEffect(() => {
    if (view === first) return;
    takeUp(view);
    // What was told between its loading and now was of a draft that this page did not have yet.
    void loadDraft().then(catchUp, () => undefined);
  }, [takeUp, catchUp, view, first]);
}
