import type { AcceptedChange } from '../../../api/studio.ts';
import { DraftFault } from './draft-fault.ts';
import type { StudioDraft } from './studio-draft.ts';

/**
 * An event of the draft: a change was applied; the collision of the change `id` was decided; or the draft was
 * replaced. `page` is the id of the page that did so by publishing; empty if none did.
 */
export type DraftEvent =
  | { readonly kind: 'change'; readonly draft: string; readonly change: AcceptedChange }
  | { readonly kind: 'settled'; readonly id: string }
  | { readonly kind: 'other-draft'; readonly page: string };

export type DraftListener = (event: DraftEvent) => void;

/** The draft in memory, or the reason why there is none. Nothing here is stored. */
export interface CurrentDraft {
  /**
   * Returns the draft.
   * @throws DraftFault while there is none.
   */
  readonly get: () => StudioDraft;
  /** Returns the reason why there is no draft; undefined if there is one. */
  readonly fault: () => DraftFault | undefined;
  /** Removes the draft because of a fault, and reports that unless it is the current fault already. */
  readonly fail: (fault: DraftFault) => void;
  /** Replaces the draft, or the fault, by another draft and emits `other-draft`, by default without a page. */
  readonly replace: (draft: StudioDraft, page?: string) => void;
  /** Replaces the draft by the same one with more changes, and emits each of those. */
  readonly extend: (draft: StudioDraft) => void;
  /** Removes a decided collision, and emits that if it was there. */
  readonly removeCollision: (id: string) => void;
  /** Calls the listener for each event from now on. It cannot be removed. */
  readonly onChange: (listener: DraftListener) => void;
}

/**
 * Creates the draft in memory.
 * @param onFault Called for each new fault, also for the first state.
 */
export function createCurrentDraft(
  first: StudioDraft | DraftFault,
  onFault: (fault: DraftFault) => void,
): CurrentDraft {
  const listeners: DraftListener[] = [];
  let state = first;
  if (state instanceof DraftFault) onFault(state);

  /** Calls all listeners with the event. */
  function emit(event: DraftEvent): void {
    for (const listener of listeners) listener(event);
  }

  function get(): StudioDraft {
    if (state instanceof DraftFault) throw state;
    return state;
  }

  return {
    get,
    fault: () => (state instanceof DraftFault ? state : undefined),
    fail(fault) {
      const isKnown = state instanceof DraftFault && state.message === fault.message;
      state = fault;
      if (!isKnown) onFault(fault);
    },
    replace(draft, page = '') {
      state = draft;
      emit({ kind: 'other-draft', page });
    },
    extend(draft) {
      const added = draft.changes.slice(get().changes.length);
      state = draft;
      for (const change of added) emit({ kind: 'change', draft: draft.id, change });
    },
    removeCollision(id) {
      const before = get();
      const collisions = before.collisions.filter(({ change }) => change.id !== id);
      if (collisions.length === before.collisions.length) return;
      state = { ...before, collisions };
      emit({ kind: 'settled', id });
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
