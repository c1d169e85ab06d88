import pg from 'pg';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

/** The meaning of an error: the store's code and the operator's next step. */
interface ErrorClass {
  readonly storeCode: StoreErrorCode;
  /** Completes the message after a semicolon. */
  readonly advice: string;
}

/**
 * Converts an error of PostgreSQL or of the connection to a `StoreError`; returns other errors unchanged. If
 * the connection is lost during a commit, the data may or may not be stored: nothing is acknowledged, and the
 * sender may repeat the request with its key.
 * @param action Completes "Cannot ...".
 */
export function toPostgresStoreError(error: unknown, action: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const errorClass = classifyError(error);
  if (!errorClass) return error;
  const { storeCode, advice } = errorClass;
  return new StoreError(storeCode, `Cannot ${action}: ${toOneLine(error)}; ${advice}`, { cause: error });
}

/**
 * Returns true if PostgreSQL rolled a transaction back because of a deadlock or a serialisation conflict, so
 * that it may be repeated.
 */
export function isRolledBack(error: unknown): boolean {
  const code = getSqlState(error);
  return code === '40P01' || code === '40001';
}

/**
 * Returns true if the server has refused a statement because of its content, so that nothing of it is stored:
 * a value, a constraint, a conflict with another transaction, or a size limit (classes 21, 22, 23, 40 and
 * 54). False if the connection or the server may have failed.
 */
export function isRejectedStatement(error: unknown): boolean {
  return /^(?:2[123]|40|54)/.test(getSqlState(error) ?? '');
}

/**
 * Returns true if the connection broke: class 08, a shutdown of the server (57P01, 57P02), or an error of the
 * socket. The server may answer on another connection.
 */
export function isConnectionLost(error: unknown): boolean {
  const state = getSqlState(error);
  if (state !== undefined) return /^08|^57P0[12]/.test(state);
  return (
    error instanceof Error &&
    (/^Connection terminated/.test(error.message) ||
      ('code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code))))
  );
}

/** Returns true if a lock was not free within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return getSqlState(error) === '55P03';
}

/** Returns true if this unique constraint was violated: `isDuplicate(error, 'enquiries_reference_key')`. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/**
 * Returns true if the server has refused a statement because of a fault that a table, its indexes or its triggers
 * can cause. False if the server names another table, or if nothing can be written, or not within its time.
 */
export function mayComeFromTable(error: unknown, table: string): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError) || isConnectionLost(error) || isRolledBack(error)) return false;
  return error.table === undefined ? !/^(?:2[125]|5[347])/.test(error.code ?? '') : error.table === table;
}

/**
 * Returns the code of an error from the server (PostgreSQL 15, "Appendix A. PostgreSQL Error Codes");
 * undefined if it is not from the server.
 */
function getSqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Returns the store's code and the advice for an error of the server or of the connection; undefined for
 * other errors. Unknown codes of the server are `broken`.
 */
function classifyError(error: Error): ErrorClass | undefined {
  const state = getSqlState(error);
  if (state !== undefined)
    return errorClasses[state] ?? errorClasses[state.slice(0, 2)] ?? { ...unknownError };
  const code = 'code' in error ? String(error.code) : undefined;
  if (code !== undefined && code in systemCodes)
    return { storeCode: 'broken', advice: systemCodes[code] ?? '' };
  return /timeout|terminated|not queryable|Connection|connection/.test(error.message)
    ? { storeCode: 'broken', advice: connectionAdvice }
    : undefined;
}

/**
 * Returns the message of an error, or those of an aggregate, on one line; the error's name if it has no
 * message.
 */
function toOneLine(error: Error): string {
  const texts = error instanceof AggregateError ? error.errors.map(String) : [error.message];
  return texts.join(', ').replaceAll(/\s+/g, ' ').trim() || error.name;
}

const connectionAdvice = 'check that PostgreSQL runs and can be reached at DATABASE_URL';
const diskAdvice = 'free some space on its disk, and check that it can be written to';
const loginAdvice = 'check the name and the password in DATABASE_URL';
const unknownError: ErrorClass = { storeCode: 'broken', advice: 'see the cause' };

/** The codes of PostgreSQL: a code has its own entry or the entry of its first two characters. */
const errorClasses: Readonly<Record<string, ErrorClass>> = {
  '08': { storeCode: 'broken', advice: connectionAdvice },
  '23': unknownError,
  '25006': {
    storeCode: 'full',
    advice: 'it is read-only; use its primary in DATABASE_URL, or allow writing',
  },
  '28': { storeCode: 'broken', advice: loginAdvice },
  '3D000': { storeCode: 'broken', advice: 'create the database, or name another one in DATABASE_URL' },
  '42501': { storeCode: 'broken', advice: 'give the role in DATABASE_URL the permission for it' },
  '42P01': { storeCode: 'lost', advice: 'a table is missing; restore the database from a backup' },
  '42P07': {
    storeCode: 'foreign',
    advice: 'another program has a table of that name; use a separate database in DATABASE_URL',
  },
  '53100': { storeCode: 'full', advice: diskAdvice },
  '53300': {
    storeCode: 'broken',
    advice: 'allow more connections (max_connections), or run fewer instances',
  },
  '53': { storeCode: 'broken', advice: 'it lacks resources; see its log' },
  '55P03': { storeCode: 'broken', advice: 'another connection blocks it; see pg_stat_activity' },
  '57014': { storeCode: 'broken', advice: 'it took too long; see pg_stat_activity' },
  '57': { storeCode: 'broken', advice: 'it is starting or stopping; the server tries again' },
  '58': { storeCode: 'full', advice: diskAdvice },
  XX001: { storeCode: 'lost', advice: 'it is damaged; restore it from a backup' },
  XX002: { storeCode: 'lost', advice: 'it is damaged; restore it from a backup' },
};

/** The advice for each code of a system error by which the server cannot be reached. */
const systemCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: connectionAdvice,
  ECONNRESET: connectionAdvice,
  EPIPE: connectionAdvice,
  ETIMEDOUT: connectionAdvice,
  EHOSTUNREACH: connectionAdvice,
  ENETUNREACH: connectionAdvice,
  ENOENT: connectionAdvice,
  EAI_AGAIN: 'check the host in DATABASE_URL',
  ENOTFOUND: 'check the host in DATABASE_URL',
};
