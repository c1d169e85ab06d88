import { draftValues, type Form, type Values } from '#engine';
import { draftValueAt } from '#engine/draft-values.ts';
import { mapValues } from '#engine/json-schema/values.ts';
import type { ChosenBranch, ChosenBranches } from '#widgets/fields/restored-fields.ts';
import type { DraftStore, StoredDraft } from './draft-store.ts';
import { attemptFor } from './idempotency-key.ts';

/** Everything that a visitor entered, to the last keystroke, and the last send that was tried. Stored until it is sent. */
export interface Draft {
  /** What an earlier visit to this page stored, and over it what was changed since. */
  readonly values: () => Values;
  /** Takes what was entered; an `undefined` was emptied. */
  readonly change: (values: Values) => void;
  /** The branches that were chosen, by the keys that `choose` was given. */
  readonly branches: () => ChosenBranches;
  /** Notes which branch of a value is chosen; undefined where that is known no more. */
  readonly choose: (key: string, chosen: ChosenBranch | undefined) => void;
  /** The ticket of the page on which it was begun, where that was another page than this. */
  readonly firstTicket: () => string | undefined;
  /** The idempotency key under which a body goes to the server; stored before it is used, so that a reload knows it. */
  readonly keyFor: (body: string) => string;
  /** Writes at once what waits to be written. */
  readonly flush: () => void;
  /** After a successful send: nothing is stored, and nothing that comes later is. */
  readonly discard: () => void;
}

/** What a draft is made of. */
export interface DraftOptions {
  readonly form: Form;
  readonly store: DraftStore;
  /** The ticket of this page. */
  readonly ticket?: string | undefined;
  /** Gives a fresh idempotency key. */
  readonly newKey: () => string;
}

/**
 * A draft in a store, which it first reads when it is first used: not while a page is drawn, which must be as the server drew it.
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
      // What it holds is its own, and may be a lot: at a key nothing of it is copied.
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

/** Returns the part of a draft that is stored: no photo and no password, in a branch that was left neither. */
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
