import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadDraft } from '../api.ts';
import type { StudioDraftStore } from '../draft/draft-store.ts';
import type { DraftView } from '../protocol.ts';

/** Milliseconds between two attempts to load the next draft. */
const reopenMs = 3_000;

/**
 * After the open draft was published, calls `onReopen` repeatedly until `view` is the next draft, and puts it
 * into the store. The person can continue to type meanwhile.
 */
export function useNextDraft(
  { getSnapshot, subscribe, replaceDraft, applyMissedChanges }: StudioDraftStore,
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
    replaceDraft(view);
    // Events between loading and now belonged to a draft that this page did not have yet.
    void loadDraft().then(applyMissedChanges, () => undefined);
  }, [replaceDraft, applyMissedChanges, view, first]);
}
