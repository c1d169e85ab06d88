/** A call of the store: what it takes, what it resolves with, and whether it changes something. */
export interface Call<Request, Result> {
  readonly isWrite: boolean;
  /** For the compiler alone; nothing stands here at run time. */
  readonly types?: (request: Request) => Result;
}

/** A call that changes nothing. */
export function read<Request, Result>(): Call<Request, Result> {
  return { isWrite: false };
}

/** A call that resolves once its change is on the disk. */
export function write<Request, Result>(): Call<Request, Result> {
  return { isWrite: true };
}
