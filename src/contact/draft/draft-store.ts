import type { Values } from '#engine';
import { jsonText } from '#engine/write-json.ts';
import type { ChosenBranch, ChosenBranches } from '#widgets/fields/restored-fields.ts';
import type { Attempt } from './idempotency-key.ts';

/** What is stored of an enquiry until it is sent: what was typed, and the last send that was tried. */
export interface StoredDraft {
  readonly values: Values;
  /** The branches that were chosen, and what was entered in those that were left. */
  readonly branches?: ChosenBranches;
  readonly attempt?: Attempt;
  /** The ticket of the page on which it was begun. */
  readonly ticket?: string;
}

/** Stores one section's draft over a reload of its page (docs/behaviour.md, "Drafts"). No method throws. */
export interface DraftStore {
  readonly read: () => StoredDraft | undefined;
  /** Writes a draft, shortly: typing is to wait neither for the disk nor for what makes of all answers those that are kept. */
  readonly write: (draft: () => StoredDraft) => void;
  /** Writes at once what waits to be written: the page may be gone in a moment. */
  readonly flush: () => void;
  /** Forgets the draft, also one that waits to be written. */
  readonly clear: () => void;
}

/** Where a draft is stored. */
export interface DraftStoreOptions {
  /** Throws, or holds nothing, where the browser forbids it. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly key: string;
  readonly delayMs: number;
}

/** `draftKey('/contact', 'contact-form') // 'slipway:draft:/contact#contact-form'` */
export function draftKey(path: string, section: string): string {
  return `slipway:draft:${path}#${section}`;
}

/** A draft in a storage; where that is full or forbidden, there simply is none. */
export function createDraftStore({ storage, key, delayMs }: DraftStoreOptions): DraftStore {
  let pending: (() => StoredDraft) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const draft = attempt(() => pending?.());
    pending = undefined;
    if (draft !== undefined && !isWritten(draft)) isWritten(withoutLeft(draft));
  }

  function isWritten(draft: StoredDraft): boolean {
    const done = attempt(() => {
      storage().setItem(key, jsonText(draft));
      return true;
    });
    return done === true;
  }

  return {
    read: () => pending?.() ?? draftOf(attempt(() => JSON.parse(storage().getItem(key) ?? 'null'))),
    write(draft) {
      pending = draft;
      timer ??= setTimeout(flush, delayMs);
    },
    flush,
    clear() {
      pending = undefined;
      flush();
      attempt(() => storage().removeItem(key));
    },
  };
}

/** A draft without what was entered in branches that were left, which nobody sends. */
function withoutLeft({ branches = {}, ...draft }: StoredDraft): StoredDraft {
  const chosen = Object.entries(branches).map(([key, one]) => [key, { ...one, left: {} }] as const);
  return { ...draft, branches: Object.fromEntries(chosen) };
}

/** What a visitor's browser stores may be anything: an older version wrote it, or someone by hand. */
function draftOf(stored: unknown): StoredDraft | undefined {
  if (!isRecord(stored) || !isRecord(stored.values)) return undefined;
  const { values, branches, attempt: tried, ticket } = stored;
  return {
    values,
    ...(isRecord(branches) && { branches: chosenBranches(branches) }),
    ...(isAttempt(tried) && { attempt: tried }),
    ...(typeof ticket === 'string' && { ticket }),
  };
}

function chosenBranches(stored: Readonly<Record<string, unknown>>): ChosenBranches {
  const chosen = Object.entries(stored).flatMap(([key, value]) => (isChosen(value) ? [[key, value]] : []));
  return Object.fromEntries(chosen);
}

function isChosen(value: unknown): value is ChosenBranch {
  if (!isRecord(value) || !Array.isArray(value.path) || !isRecord(value.left)) return false;
  const isIndex = Number.isInteger(value.branch) && Number(value.branch) >= 0;
  return isIndex && value.path.every((step) => ['string', 'number'].includes(typeof step));
}

function isAttempt(value: unknown): value is Attempt {
  return isRecord(value) && typeof value.key === 'string' && typeof value.fingerprint === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
