import { type ErrorConverter, stackErrors } from '../platform/concurrency/call-port.ts';
import { getErrorCode, isOutOfSpace, isWrongFileKind } from '../platform/files/files.ts';

export type StoreErrorCode =
  /** The disk is full, or cannot be written to. */
  | 'full'
  /** Another enquiry has this reference: generate a new one and try again. */
  | 'reference-taken'
  /** A newer version wrote the database, or it is not one of ours. */
  | 'foreign'
  /** The database is missing or incomplete although it existed: an operator must restore it. */
  | 'lost'
  /** The store was closed before the call. */
  | 'closed'
  /** The content of one row is invalid; all others are intact. */
  | 'damaged'
  /** Anything else; see `cause` or the message. */
  | 'broken';

/** A failed call of the store. Nothing was stored, unless the connection was lost during a commit. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A `StoreError` as data, for messages between threads. */
export interface SentStoreError {
  readonly code: StoreErrorCode;
  readonly message: string;
}

/**
 * Converts a `StoreError` to a message and back. Any other error becomes one with the code `broken` and its
 * stack.
 */
export const storeErrorConverter: ErrorConverter<SentStoreError> = {
  toSent: (error) =>
    error instanceof StoreError
      ? { code: error.code, message: error.message }
      : { code: 'broken', message: stackErrors.toSent(error) },
  fromSent: ({ code, message }) => new StoreError(code, message),
};

/**
 * Returns true if an error means that the disk is full: a `StoreError` with the code `full`, which also means
 * that it cannot be written to, or an error of a file (`isOutOfSpace`).
 */
export function isStoreFull(error: unknown): boolean {
  return error instanceof StoreError ? error.code === 'full' : isOutOfSpace(error);
}

/** Returns true if an error is a `StoreError` with the code `damaged`. */
export function isDamagedRow(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'damaged';
}

/**
 * Converts an error of SQLite to a `StoreError` with the code of its class, `broken` if unknown, and an error
 * of the system about writing to one with the code `full`. Returns other errors unchanged.
 * @param action Completes "Cannot ...".
 */
export function toStoreError(error: unknown, action: string): unknown {
  const code = getResultCode(error) ?? (isUnwritable(error) ? ioError : undefined);
  if (code === undefined) return error;
  const { storeCode, advice } = meanings[code & 0xff] ?? { storeCode: 'broken', advice: 'see the cause' };
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreError(storeCode, `Cannot ${action}: ${reason}; ${advice}`, { cause: error });
}

/**
 * Runs work that writes files and returns its result. Converts its errors with `toStoreError`.
 * @param action Completes "Cannot ...".
 * @throws StoreError if nothing can be written; other errors unchanged
 */
export async function withFileErrors<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error, action);
  }
}

/**
 * Returns the message of a `StoreError` as a property for the log; an empty object for other errors, whose
 * messages may quote a visitor.
 */
export function getLoggableReason(error: unknown): { readonly reason?: string } {
  return error instanceof StoreError ? { reason: error.message } : {};
}

/**
 * Returns true if an error of the system means that a path cannot be written: the disk is full, permission is
 * missing, or for example a folder has its name.
 */
function isUnwritable(error: unknown): boolean {
  return (
    isOutOfSpace(error) ||
    isWrongFileKind(error) ||
    ['EACCES', 'EPERM', 'EIO'].includes(String(getErrorCode(error)))
  );
}

/**
 * Returns true if SQLite refused a row because the value of this column was not unique:
 * `violatesUnique(error, 'enquiries.reference')`.
 */
export function violatesUnique(error: unknown, column: string): boolean {
  return (
    getResultCode(error) === constraintUnique && error instanceof Error && error.message.endsWith(column)
  );
}

/** Returns true if SQLite reports that another connection has locked the file. */
export function isBusy(error: unknown): boolean {
  return ((getResultCode(error) ?? 0) & 0xff) === busy;
}

const constraintUnique = 2067;
const busy = 5;
const ioError = 10;

const diskAdvice = 'free some space on the disk and check that the folder can be written to';

// Primary result codes (SQLite, "Result and Error Codes").
/** The store's code and the advice to the operator, by the primary result code of SQLite. */
const meanings: Readonly<Record<number, { readonly storeCode: StoreErrorCode; readonly advice: string }>> = {
  5: { storeCode: 'broken', advice: 'another process has been writing for too long; stop it or wait for it' },
  8: { storeCode: 'full', advice: diskAdvice },
  10: { storeCode: 'full', advice: diskAdvice },
  11: { storeCode: 'lost', advice: 'the file is damaged; restore it from a backup' },
  13: { storeCode: 'full', advice: diskAdvice },
  14: { storeCode: 'full', advice: diskAdvice },
  26: { storeCode: 'foreign', advice: 'it is not a database; name another folder in SLIPWAY_DATA' },
};

/** Returns the extended result code of an error of node:sqlite; undefined for other errors. */
function getResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}
