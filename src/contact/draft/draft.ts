import { type Form, toDraftValues, type Values } from '#engine';
import { mapValues } from '#engine/json-schema/values.ts';
import { toDraftValue } from '#engine/resolve/draft-values.ts';
import type { ChosenBranch, ChosenBranches } from '#widgets/fields/restored-fields.ts';
import type { EnquiryDraftStore, StoredEnquiryDraft } from './draft-store.ts';
import { getSendAttempt } from './idempotency-key.ts';

/**
 * All values that a visitor entered, including the last keystroke, and the last attempt to send them. The
 * draft is stored until the enquiry is sent.
 */
export interface EnquiryDraft {
  /** Returns the values that an earlier visit to this page stored, updated with all later changes. */
  readonly values: () => Values;
  /** Adds entered values to the draft and stores it soon; `undefined` means that a field was emptied. */
  readonly change: (values: Values) => void;
  /** Returns the chosen branches; empty if there are none. */
  readonly branches: () => ChosenBranches;
  /** Stores the chosen branch of the value with this key in `branches`; undefined removes the choice. */
  readonly choose: (key: string, chosen: ChosenBranch | undefined) => void;
  /**
   * Returns the ticket of the page on which the draft was started; undefined if that is this page or not
   * known.
   */
  readonly getFirstTicket: () => string | undefined;
  /**
   * Returns the idempotency key for a request body: the former key if the last attempt had an equal body,
   * else a new one. It is stored before it is used, so that it survives a reload.
   */
  readonly getIdempotencyKey: (body: string) => string;
  /** Uses a key from now on for as long as the body is equal to this one, for example of an enquiry that waited. */
  readonly adoptIdempotencyKey: (key: string, body: string) => void;
  /** Writes changes that wait to be stored, at once. */
  readonly flush: () => void;
  /** Deletes the stored draft, because the enquiry now waits to be sent. Later changes are stored again. */
  readonly clearStored: () => void;
  /** Deletes the draft after a successful send, also its values in memory; later changes are not stored. */
  readonly discard: () => void;
}

export interface EnquiryDraftOptions {
  readonly form: Form;
  readonly store: EnquiryDraftStore;
  /** The ticket of this page. */
  readonly ticket?: string | undefined;
  /** The values of fields that the stored draft neither has nor has emptied. Absent: none. */
  readonly initial?: Values | undefined;
  /** Creates an idempotency key. */
  readonly newKey: () => string;
}

/**
 * Creates a draft. It reads its store on first use, not while React renders, because the first render must
 * match the server's markup.
 */
export function createEnquiryDraft({
  form,
  store,
  ticket,
  initial = {},
  newKey,
}: EnquiryDraftOptions): EnquiryDraft {
  let current: StoredEnquiryDraft | undefined;
  let isDiscarded = false;

  /** Returns the current draft. The first call reads it from the store. */
  function getCurrent(): StoredEnquiryDraft {
    if (current === undefined) {
      const stored = store.read();
      const emptied = Object.fromEntries((stored?.emptied ?? []).map((name) => [name, undefined]));
      const values = { ...initial, ...emptied, ...toDraftValues(form, stored?.values ?? {}) };
      current = { ...stored, values };
    }
    return current;
  }

  /** Replaces the current draft and stores it, unless it was discarded. */
  function setCurrent(next: StoredEnquiryDraft): void {
    current = ticket === undefined ? next : { ticket, ...next };
    const written = current;
    if (!isDiscarded) store.write(() => toStoredDraft(form, written, initial));
  }

  return {
    values: () => getCurrent().values,
    change(entered) {
      // The object belongs to the draft and may be large, so a keystroke changes it without a copy.
      Object.assign(getCurrent().values, entered);
      setCurrent(getCurrent());
    },
    branches: () => getCurrent().branches ?? {},
    choose(key, chosen) {
      const { [key]: _former, ...others } = getCurrent().branches ?? {};
      setCurrent({ ...getCurrent(), branches: chosen === undefined ? others : { ...others, [key]: chosen } });
    },
    getFirstTicket() {
      const { ticket: first } = getCurrent();
      return first === ticket ? undefined : first;
    },
    getIdempotencyKey(body) {
      const attempt = getSendAttempt(getCurrent().attempt, body, newKey);
      setCurrent({ ...getCurrent(), attempt });
      store.flush();
      return attempt.key;
    },
    adoptIdempotencyKey(key, body) {
      setCurrent({ ...getCurrent(), attempt: getSendAttempt(undefined, body, () => key) });
    },
    flush: () => store.flush(),
    clearStored: () => store.clear(),
    discard() {
      isDiscarded = true;
      current = { values: {} };
      store.clear();
    },
  };
}

/**
 * Returns the part of a draft that is stored: the values of `toDraftValues`, the names of initial values that were
 * emptied, and the choices of branches without passwords.
 */
function toStoredDraft(form: Form, draft: StoredEnquiryDraft, initial: Values): StoredEnquiryDraft {
  const { emptied: _former, ...rest } = draft;
  const emptied = Object.keys(initial).filter(
    (name) => initial[name] !== undefined && draft.values[name] === undefined,
  );
  const storable = {
    ...rest,
    values: toDraftValues(form, draft.values),
    ...(emptied.length > 0 && { emptied }),
  };
  if (draft.branches === undefined) return storable;
  return { ...storable, branches: toStoredBranches(form, draft.branches) };
}

/** Returns the choices of branches without passwords. */
export function toStoredBranches(form: Form, branches: ChosenBranches): ChosenBranches {
  const stored = Object.entries(branches).map(
    ([key, one]) => [key, removeSecretsFromBranch(form, one)] as const,
  );
  return Object.fromEntries(stored);
}

/** Returns the choice without passwords in the values of the branches that the visitor left. */
function removeSecretsFromBranch(form: Form, { path, branch, left }: ChosenBranch): ChosenBranch {
  return { path, branch, left: mapValues(left, (value) => toDraftValue(form, path.map(String), value)) };
}
