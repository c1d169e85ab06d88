import type { Values } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import type { ChosenBranch, ChosenBranches } from '#widgets/fields/restored-fields.ts';
import type { SendAttempt } from './idempotency-key.ts';

/** The stored data of an enquiry until it is sent: the typed values and the last attempt to send it. */
export interface StoredEnquiryDraft {
  readonly values: Values;
  /** The names of initial values that the visitor has emptied. */
  readonly emptied?: readonly string[];
  readonly branches?: ChosenBranches;
  readonly attempt?: SendAttempt;
  /** The ticket of the page on which the enquiry was started. */
  readonly ticket?: string;
}

/**
 * Stores the draft of one section, so that it survives a reload of the page (docs/behaviour.md, "Drafts"). No
 * method throws.
 */
export interface EnquiryDraftStore {
  /** Returns the draft that waits to be written, else the stored one; undefined if there is none. */
  readonly read: () => StoredEnquiryDraft | undefined;
  /**
   * Writes a draft after a short delay; only the last one is written. `draft` is called then, or by `read`:
   * typing must not wait for the disk, nor for the selection of the values to store.
   */
  readonly write: (draft: () => StoredEnquiryDraft) => void;
  /** Writes a pending draft at once, because the page may be closed. Does nothing if there is none. */
  readonly flush: () => void;
  /** Deletes the stored draft and the pending one. */
  readonly clear: () => void;
}

export interface EnquiryDraftStoreOptions {
  /** Throws, or returns an empty storage, if the browser forbids it. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** The key of the draft in the storage. */
  readonly key: string;
  readonly delayMs: number;
}

/**
 * Returns the storage key of a draft: `toDraftKey('/contact', 'contact-form') //
 * 'slipway:draft:/contact#contact-form'`
 */
export function toDraftKey(path: string, section: string): string {
  return `${draftKeyPrefix}${path}#${section}`;
}

/** The start of the storage keys of all drafts. */
export const draftKeyPrefix = 'slipway:draft:';

/**
 * Creates a store for a draft. If the storage is full, the draft is stored without the values of branches
 * that the visitor left; if that fails too, or the storage is forbidden, nothing is written.
 */
export function createEnquiryDraftStore({
  storage,
  key,
  delayMs,
}: EnquiryDraftStoreOptions): EnquiryDraftStore {
  let pending: (() => StoredEnquiryDraft) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Cancels the delay and writes the pending draft, if there is one. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const draft = tryOrUndefined(() => pending?.());
    pending = undefined;
    if (draft !== undefined && !tryWrite(draft)) tryWrite(removeLeftBranches(draft));
  }

  /** Writes a draft; returns false if the storage is full or forbidden. */
  function tryWrite(draft: StoredEnquiryDraft): boolean {
    const done = tryOrUndefined(() => {
      storage().setItem(key, writeJson(draft));
      return true;
    });
    return done === true;
  }

  return {
    read: () =>
      tryOrUndefined(() => pending?.()) ??
      parseStoredDraft(tryOrUndefined(() => JSON.parse(storage().getItem(key) ?? 'null'))),
    write(draft) {
      pending = draft;
      timer ??= setTimeout(flush, delayMs);
    },
    flush,
    clear() {
      pending = undefined;
      flush();
      tryOrUndefined(() => storage().removeItem(key));
    },
  };
}

/**
 * Returns the draft without the values of branches that the visitor left, to save space. They would be
 * restored if the visitor chose the branch again; they are never sent.
 */
function removeLeftBranches({ branches = {}, ...draft }: StoredEnquiryDraft): StoredEnquiryDraft {
  const chosen = Object.entries(branches).map(([key, one]) => [key, { ...one, left: {} }] as const);
  return { ...draft, branches: Object.fromEntries(chosen) };
}

/**
 * Returns the valid parts of a stored draft; undefined if it has no values. The browser's storage may contain
 * anything: data of an older version, or manual changes.
 */
function parseStoredDraft(stored: unknown): StoredEnquiryDraft | undefined {
  if (!isRecord(stored) || !isRecord(stored.values)) return undefined;
  const { values, emptied, branches, attempt: tried, ticket } = stored;
  return {
    values,
    ...(Array.isArray(emptied) && { emptied: emptied.filter((name) => typeof name === 'string') }),
    ...(isRecord(branches) && { branches: parseChosenBranches(branches) }),
    ...(isSendAttempt(tried) && { attempt: tried }),
    ...(typeof ticket === 'string' && { ticket }),
  };
}

/** Returns the stored branches without the invalid ones. */
function parseChosenBranches(stored: Readonly<Record<string, unknown>>): ChosenBranches {
  const chosen = Object.entries(stored).flatMap(([key, value]) =>
    isChosenBranch(value) ? [[key, value]] : [],
  );
  return Object.fromEntries(chosen);
}

/** Returns true if the value has a path, the index of a branch and left values. */
function isChosenBranch(value: unknown): value is ChosenBranch {
  if (!isRecord(value) || !Array.isArray(value.path) || !isRecord(value.left)) return false;
  const isIndex = Number.isInteger(value.branch) && Number(value.branch) >= 0;
  return isIndex && value.path.every((segment) => ['string', 'number'].includes(typeof segment));
}

/** Returns true if the value has a key and a fingerprint. */
function isSendAttempt(value: unknown): value is SendAttempt {
  return isRecord(value) && typeof value.key === 'string' && typeof value.fingerprint === 'string';
}

/** Returns true for an object that is not an array. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Calls the function and returns its result; undefined if it throws. */
function tryOrUndefined<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
