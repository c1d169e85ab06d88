import type { AnyCall, StoreRequest, StoreResult } from '../store.ts';
import type { Database } from './connect.ts';

/**
 * The implementation of some calls of the store. A call that writes gets a transaction, unless it is a single
 * statement (`singleStatements` in `postgres-store.ts`). A call that reads gets any connection.
 */
export type PostgresCalls<Name extends AnyCall> = {
  readonly [Each in Name]: (db: Database, request: StoreRequest<Each>) => Promise<StoreResult<Each>>;
};
