/** A call of the store: the types of its request and its result, and whether it changes anything. */
export interface CallDefinition<Request, Result> {
  readonly isWrite: boolean;
  /**
   * The call does not wait for the disk. A power cut may lose the change, as long as no later change is on
   * the disk.
   */
  readonly isUnforced?: boolean;
  /** The call finds enquiries by their search terms, so the terms must be indexed before it. */
  readonly isByWords?: boolean;
  /** For the compiler only; never set at run time. */
  readonly types?: (request: Request) => Result;
}

/** Defines a call that changes nothing. */
export function defineRead<Request, Result>(): CallDefinition<Request, Result> {
  return { isWrite: false };
}

/** Defines a call that changes nothing and finds enquiries by their search terms. */
export function defineSearchRead<Request, Result>(): CallDefinition<Request, Result> {
  return { isWrite: false, isByWords: true };
}

/** Defines a call that resolves once its change is on the disk. */
export function defineWrite<Request, Result>(): CallDefinition<Request, Result> {
  return { isWrite: true };
}

/** Defines a call like `defineWrite` that finds enquiries by their search terms. */
export function defineSearchWrite<Request, Result>(): CallDefinition<Request, Result> {
  return { isWrite: true, isByWords: true };
}

/**
 * Defines a call that resolves once its change is written, even if it is not on the disk yet. It reaches the
 * disk with the next forced change at the latest.
 */
export function defineUnforcedWrite<Request, Result>(): CallDefinition<Request, Result> {
  return { isWrite: true, isUnforced: true };
}
