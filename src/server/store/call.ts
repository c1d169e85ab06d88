/** A call of the store: what it takes, what it resolves with, and whether it changes something. */
export interface Call<Request, Result> {
  readonly isWrite: boolean;
  /** Nobody waits for the disk: a power cut may take the change, as long as nothing later is on the disk. */
  readonly isUnforced?: boolean;
  /** It finds enquiries by their words, so that these have to be in the index first. */
  readonly isByWords?: boolean;
  /** For the compiler alone; nothing stands here at run time. */
  readonly types?: (request: Request) => Result;
}

/** A call that changes nothing. */
export function read<Request, Result>(): Call<Request, Result> {
  return { isWrite: false };
}

/** A call that changes nothing, and finds enquiries by their words. */
export function readByWords<Request, Result>(): Call<Request, Result> {
  return { isWrite: false, isByWords: true };
}

/** A call that resolves once its change is on the disk. */
export function write<Request, Result>(): Call<Request, Result> {
  return { isWrite: true };
}

/** Like `write`, of what finds enquiries by their words. */
export function writeByWords<Request, Result>(): Call<Request, Result> {
  return { isWrite: true, isByWords: true };
}

/** A call that resolves once its change is written, whether or not it is on the disk: it is there at the latest with what is written next. */
export function writeUnforced<Request, Result>(): Call<Request, Result> {
  return { isWrite: true, isUnforced: true };
}
