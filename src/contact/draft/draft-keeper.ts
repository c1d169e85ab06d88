import type { Form, Values } from '#engine';
import { type Attempt, attemptFor } from './attempt.ts';
import type { DraftStore } from './draft-store.ts';
import { draftValues } from './draft-values.ts';

/** Everything that a visitor entered, to the last keystroke, and what was tried to be sent. Kept until it is sent. */
export interface DraftKeeper {
  readonly values: () => Values;
  /** Takes what was entered; an `undefined` was emptied. */
  readonly note: (values: Values) => void;
  /** Brings back what an earlier visit to this page kept; gives the values. */
  readonly restore: () => Values;
  /** The key under which these words go to the server; kept before it is used, so that a reload knows it. */
  readonly keyFor: (said: string) => string;
  /** Writes at once what waits to be written. */
  readonly flush: () => void;
  /** After a successful send: nothing is kept, and nothing that comes later is. */
  readonly forget: () => void;
}

/** A keeper that writes to a store. `newKey` gives a fresh idempotency key. */
export function createDraftKeeper({
  form,
  store,
  newKey,
}: {
  readonly form: Form;
  readonly store: DraftStore;
  readonly newKey: () => string;
}): DraftKeeper {
  let values: Values = {};
  let attempt: Attempt | undefined;
  let isOver = false;

  function write(): void {
    if (isOver) return;
    store.write({ values: draftValues(form, values), ...(attempt && { attempt }) });
  }

  return {
    values: () => values,
    note(entered) {
      values = { ...values, ...entered };
      write();
    },
    restore() {
      const draft = store.read();
      attempt ??= draft?.attempt;
      const kept = draftValues(form, draft?.values ?? {});
      values = { ...kept, ...values };
      return kept;
    },
    keyFor(said) {
      attempt = attemptFor(attempt, said, newKey);
      write();
      store.flush();
      return attempt.key;
    },
    flush: store.flush,
    forget() {
      isOver = true;
      values = {};
      attempt = undefined;
      store.clear();
    },
  };
}
