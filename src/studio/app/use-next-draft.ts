import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DraftView } from '../../api/studio.ts';
import { loadDraft } from '../draft/api.ts';
import type { StudioDraftStore } from '../draft/draft-store.ts';

/** Milliseconds between two attempts to load the next draft. */
const reopenMs = 3_000;

/**
 * While the draft in the store is outdated, because it was published, calls `onReopen` at once and every
 * `reopenMs`, so that the caller loads the next one. Puts each `view` other than the first into the store,
 * which sends the unsent changes to it, and then loads the changes made meanwhile. The person can continue to
 * type.
 */
export function useNextDraft(
  { getSnapshot, subscribe, replaceDraft, applyMissedChanges }: StudioDraftStore,
  { view, onReopen }: { readonly view: DraftView; readonly onReopen: () => void },
): void {
  const isOutdated = useSyncExternalStore(subscribe, () => getSnapshot().isOutdated);
  useEffect(() => {
    if (!isOutdated) return;
    onReopen();
    const timer = setInterval(onReopen, reopenMs);
    return () => clearInterval(timer);
  }, [isOutdated, onReopen]);
  const [first] = useState(view);
  useEffect(() => {
    if (view === first) return;
    replaceDraft(view);
    // Events between loading and now belonged to a draft that this page did not have yet.
    void loadDraft().then(applyMissedChanges, () => undefined);
  }, [replaceDraft, applyMissedChanges, view, first]);
}
