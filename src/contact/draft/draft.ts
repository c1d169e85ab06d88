import { draftValues, type Form, type Values } from '#engine';
import { draftValueAt } from '#engine/draft-values.ts';
import { mapValues } from '#engine/json-schema/values.ts';
import type { ChosenBranch, ChosenBranches } from '#widgets/fields/restored-fields.ts';
import type { DraftStore, StoredDraft } from './draft-store.ts';
import { attemptFor } from './idempotency-key.ts';

/**
 * All values that a visitor entered, including the last keystroke, and the last attempt to send them. The
 * draft is stored until the enquiry is sent.
 */
export interface Draft {
  /** Returns the values that an earlier visit to this page stored, updated with all later changes. */
  readonly values: () => Values;
  /** Adds entered values; `undefined` means that a field was emptied. */
  readonly change: (values: Values) => void;
  readonly branches: () => ChosenBranches;
  /** Stores the chosen branch of a value; undefined if it is not known any more. */
  readonly choose: (key: string, chosen: ChosenBranch | undefined) => void;
  /** Returns the ticket of the page on which the draft was started; undefined if that is this page. */
  readonly firstTicket: () => string | undefined;
  /**
   * Returns the idempotency key for a request body. It is stored before it is used, so that it survives a
   * reload.
   */
  readonly keyFor: (body: string) => string;
  readonly flush: () => void;
  /** Deletes the draft after a successful send; later changes are not stored. */
  readonly discard: () => void;
}

export interface DraftOptions {
  readonly form: Form;
  readonly store: DraftStore;
  readonly ticket?: string | undefined;
  readonly newKey: () => string;
}

/**
 * Creates a draft. It reads its store on first use, not while React renders, because the first render must
 * match the server's markup.
 */
export function createDraft({ form, store, ticket, newKey }: DraftOptions): Draft {
  let current: StoredDraft | undefined;
  let isDiscarded = false;

  function read(): StoredDraft {
    if (current === undefined) {
      const stored = store.read();
      current = { ...stored, values: draftValues(form, stored?.values ?? {}) };
    }
    return current;
  }

  function write(next: StoredDraft): void {
    current = ticket === undefined ? next : { ticket, ...next };
    const kept = current;
    if (!isDiscarded) store.write(() => keptOf(form, kept));
  }

  return {
    values: () => read().values,
    change(entered) {
      // The object belongs to the draft and may be large, so a keystroke changes it without a copy.
      Object.assign(read().values, entered);
      write(read());
    },
    branches: () => read().branches ?? {},
    choose(key, chosen) {
      const { [key]: _former, ...others } = read().branches ?? {};
      write({ ...read(), branches: chosen === undefined ? others : { ...others, [key]: chosen } });
    },
    firstTicket() {
      const { ticket: first } = read();
      return first === ticket ? undefined : first;
    },
    keyFor(body) {
      const attempt = attemptFor(read().attempt, body, newKey);
      write({ ...read(), attempt });
      store.flush();
      return attempt.key;
    },
    flush: () => store.flush(),
    discard() {
      isDiscarded = true;
      current = { values: {} };
      store.clear();
    },
  };
}

/**
 * Returns the part of a draft that is stored: without photos and passwords, also in branches that the visitor
 * left.
 */
function keptOf(form: Form, draft: StoredDraft): StoredDraft {
  const kept = { ...draft, values: draftValues(form, draft.values) };
  if (draft.branches === undefined) return kept;
  const chosen = Object.entries(draft.branches).map(
    ([key, one]) => [key, withoutSecretsLeft(form, one)] as const,
  );
  return { ...kept, branches: Object.fromEntries(chosen) };
}

function withoutSecretsLeft(form: Form, { path, branch, left }: ChosenBranch): ChosenBranch {
  return { path, branch, left: mapValues(left, (value) => draftValueAt(form, path.map(String), value)) };
}
