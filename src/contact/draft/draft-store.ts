import type { Values } from '#engine';
import type { Attempt } from './attempt.ts';

/** What is kept of an enquiry until it is sent: what was typed, and the last send that was tried. */
export interface Draft {
  readonly values: Values;
  readonly attempt?: Attempt;
}

/** Keeps one section's draft over a reload of its page (decisions, "Sending"). No method throws. */
export interface DraftStore {
  readonly read: () => Draft | undefined;
  /** Keeps a draft, shortly: typing is not to wait for the disk. */
  readonly write: (draft: Draft) => void;
  /** Writes at once what waits to be written: the page may be gone in a moment. */
  readonly flush: () => void;
  /** Forgets the draft, also one that waits to be written. */
  readonly clear: () => void;
}

/** Where a draft is kept. */
export interface DraftPlace {
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
export function createDraftStore({ storage, key, delayMs }: DraftPlace): DraftStore {
  let waiting: Draft | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle(): void {
    clearTimeout(timer);
    timer = undefined;
    const draft = waiting;
    waiting = undefined;
    if (draft) attempt(() => storage().setItem(key, JSON.stringify(draft)));
  }

  return {
    read: () => waiting ?? draftOf(attempt(() => JSON.parse(storage().getItem(key) ?? 'null'))),
    write(draft) {
      waiting = draft;
      timer ??= setTimeout(settle, delayMs);
    },
    flush: settle,
    clear() {
      waiting = undefined;
      settle();
      attempt(() => storage().removeItem(key));
    },
  };
}

/** What a visitor's browser kept may be anything: an older version wrote it, or someone by hand. */
function draftOf(kept: unknown): Draft | undefined {
  if (!isRecord(kept) || !isRecord(kept.values)) return undefined;
  const { values, attempt: tried } = kept;
  return { values, ...(isAttempt(tried) && { attempt: tried }) };
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
