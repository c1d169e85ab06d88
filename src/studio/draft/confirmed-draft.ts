import type { Documents } from '#engine';
import { applyPatches } from '#engine/editing/index.ts';
import type { AcceptedChange, DraftChange, DraftView } from '../../api/studio.ts';

/** The draft as the server has confirmed it, as far as this page knows. */
export interface ConfirmedDraft {
  readonly draft: string;
  readonly documents: Documents;
  readonly changes: readonly AcceptedChange[];
  /**
   * Changes that cannot be applied yet: their draft is not loaded, or an earlier change is missing. Events
   * may overtake answers.
   */
  readonly unapplied: readonly DraftChange[];
}

/**
 * Applies accepted changes in the order of their versions; a change waits until the earlier ones arrive. The
 * same change arrives by event and by answer, in either order, and is applied once.
 */
export function acceptChanges(before: ConfirmedDraft, accepted: readonly DraftChange[]): ConfirmedDraft {
  const { draft } = before;
  let { documents, changes } = before;
  const candidates = [...before.unapplied, ...accepted];
  /** Returns the change with the next version of this draft. Undefined if it is missing. */
  const findNext = () =>
    candidates.find((one) => one.draft === draft && one.change.version === changes.length + 1)?.change;
  for (let next = findNext(); next !== undefined; next = findNext()) {
    const applied = applyPatches(documents, next.patches);
    if (!applied.ok) break;
    documents = applied.documents;
    changes = [...changes, next];
  }
  const unapplied = candidates.filter((one) => one.draft !== draft || one.change.version > changes.length);
  return { draft, documents, changes, unapplied };
}

/** Returns a newly loaded draft, with the changes of it that have arrived before. */
export function replaceConfirmed(
  before: ConfirmedDraft,
  { draft, documents, changes }: Pick<DraftView, 'draft' | 'documents' | 'changes'>,
): ConfirmedDraft {
  const unapplied = before.unapplied.filter((one) => one.draft !== before.draft || draft === before.draft);
  return acceptChanges({ draft, documents, changes, unapplied }, []);
}
