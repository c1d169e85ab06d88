import type { Form, Values } from '#engine';
import { attemptFor } from './attempt.ts';
import type { Draft, DraftStore } from './draft-store.ts';
import { draftValues } from './draft-values.ts';

/** Everything that a visitor entered, to the last keystroke, and what was tried to be sent. Kept until it is sent. */
export interface DraftKeeper {
  /** What an earlier visit to this page kept, and over it what was noted since. */
  readonly values: () => Values;
  /** Takes what was entered; an `undefined` was emptied. */
  readonly note: (values: Values) => void;
  /** The key under which these words go to the server; kept before it is used, so that a reload knows it. */
  readonly keyFor: (said: string) => string;
  /** Writes at once what waits to be written. */
  readonly flush: () => void;
  /** After a successful send: nothing is kept, and nothing that comes later is. */
  readonly forget: () => void;
}

/**
 * A keeper on a store, which it first reads when it is first used: not while a page is drawn, which must be as the server
 * drew it. `newKey` gives a fresh idempotency key.
 */
export function createDraftKeeper({
  form,
  store,
  newKey,
}: {
  readonly form: Form;
  readonly store: DraftStore;
  readonly newKey: () => string;
}): DraftKeeper {
  let draft: Draft | undefined;
  let isOver = false;

  function current(): Draft {
    if (draft === undefined) {
      const kept = store.read();
      draft = { ...kept, values: draftValues(form, kept?.values ?? {}) };
    }
    return draft;
  }

  function keep(next: Draft): void {
    draft = next;
    if (!isOver) store.write({ ...next, values: draftValues(form, next.values) });
  }

  return {
    values: () => current().values,
    note: (entered) => keep({ ...current(), values: { ...current().values, ...entered } }),
    keyFor(said) {
      const attempt = attemptFor(current().attempt, said, newKey);
      keep({ ...current(), attempt });
      store.flush();
      return attempt.key;
    },
    flush: () => store.flush(),
    forget() {
      isOver = true;
      draft = { values: {} };
      store.clear();
    },
  };
}
