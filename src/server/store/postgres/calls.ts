import type { RequestOf, ResultOf, StoreCall } from '../store.ts';
import type { Database } from './connect.ts';

/**
 * How PostgreSQL carries out calls of the store. A call that writes is given a transaction, unless it is one statement
 * (`singleStatements` in `postgres-store.ts`); one that reads is given any connection.
 */
export type PostgresCalls<Name extends StoreCall> = {
  readonly [Each in Name]: (db: Database, request: RequestOf<Each>) => Promise<ResultOf<Each>>;
};
