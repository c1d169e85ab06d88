import { codeOf, isDiskFull, isInTheWay } from '../files/files.ts';

/** Why the store did not do its work. */
export type StoreErrorCode =
  /** No room on the disk, or it cannot be written to. */
  | 'full'
  /** Another enquiry has this reference: draw a new one and try again. */
  | 'reference-taken'
  /** The database was written by a newer version, or is not one of ours. */
  | 'foreign'
  /** It is not there, or not whole, though it was: an operator has to restore it. */
  | 'lost'
  | 'closed'
  /** One row holds something else than it should; all others are as they were. */
  | 'damaged'
  /** Anything else; `cause` or the message tells. */
  | 'broken';

/** The store did not do its work; nothing was acknowledged. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether an error says that there is no room on the disk, for the database or for a file. */
export function isStoreFull(error: unknown): boolean {
  return error instanceof StoreError ? error.code === 'full' : isDiskFull(error);
}

/** Returns whether an error says that a single row of the store is damaged. */
export function isDamagedRow(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'damaged';
}

/**
 * Returns an error of SQLite as the store's callers know it, and so one of the system that says that nothing can be written. Others are
 * returned as they are.
 *
 * @param action - completes "Cannot ...".
 */
export function toStoreError(error: unknown, action: string): unknown {
  const code = resultCode(error) ?? (isUnwritable(error) ? ioError : undefined);
  if (code === undefined) return error;
  const { storeCode, advice } = meanings[code & 0xff] ?? { storeCode: 'broken', advice: 'see the cause' };
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreError(storeCode, `Cannot ${action}: ${reason}; ${advice}`, { cause: error });
}

/** Runs work that writes files. @throws StoreError where nothing can be written, with the `action` of `toStoreError`. */
export async function writingFiles<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error, action);
  }
}

/** Returns what the log adds to the class of an error: the words of the store are ours, those of others may quote a visitor. */
export function toldReason(error: unknown): { readonly reason?: string } {
  return error instanceof StoreError ? { reason: error.message } : {};
}

/** Tells whether an error says that nothing can be written where something was to be: something else is there, say. */
function isUnwritable(error: unknown): boolean {
  return isDiskFull(error) || isInTheWay(error) || ['EACCES', 'EPERM', 'EIO'].includes(String(codeOf(error)));
}

/** Whether an error says that a row with this column's value exists: `violatesUnique(error, 'enquiries.reference')`. */
export function violatesUnique(error: unknown, column: string): boolean {
  return resultCode(error) === constraintUnique && error instanceof Error && error.message.endsWith(column);
}

/** Whether an error says that another connection holds the file. */
export function isBusy(error: unknown): boolean {
  return ((resultCode(error) ?? 0) & 0xff) === busy;
}

const constraintUnique = 2067;
const busy = 5;
const ioError = 10;

const diskAdvice = 'make room on the disk and see that the folder can be written to';

// Primary result codes (SQLite, "Result and Error Codes").
const meanings: Readonly<Record<number, { readonly storeCode: StoreErrorCode; readonly advice: string }>> = {
  5: { storeCode: 'broken', advice: 'another process has been writing for too long; end it or wait for it' },
  8: { storeCode: 'full', advice: diskAdvice },
  10: { storeCode: 'full', advice: diskAdvice },
  11: { storeCode: 'lost', advice: 'the file is damaged; restore it from a backup' },
  13: { storeCode: 'full', advice: diskAdvice },
  14: { storeCode: 'full', advice: diskAdvice },
  26: { storeCode: 'foreign', advice: 'it is not a database; name another folder in SLIPWAY_DATA' },
};

/** The extended result code of node:sqlite's errors. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}
