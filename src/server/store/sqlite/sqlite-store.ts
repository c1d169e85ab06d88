import type { DatabaseSync } from 'node:sqlite';
import type { ServerSettings } from '../../platform/config/settings.ts';
import { createGroupCommit } from '../group-commit.ts';
import type { WhenAbsent } from '../lost-database.ts';
import { withQueueListeners } from '../queue-listeners.ts';
import type { MailQueue } from '../records/mail-queue.ts';
import type { ReceiptQueue } from '../records/receipt-entry.ts';
import type { ReplyQueue } from '../records/reply-entry.ts';
import { createPersonDataRepository } from '../repositories/person-data.ts';
import { sharedRepository } from '../repositories/shared-repository.ts';
import { callDefinitions, createCalls, type Store, type SyncCalls, storeCallNames } from '../store.ts';
import { StoreError, toStoreError } from '../store-error.ts';
import { getDatabasePath, openDatabase, openExistingDatabase } from './database.ts';
import { prepareDeliveries } from './deliveries.ts';
import { prepareEmptyLog } from './empty-log.ts';
import { prepareAccept, prepareArrivals, prepareEnquiry, prepareListPage } from './enquiries.ts';
import { type FileGuard, guardFile } from './file-guard.ts';
import { prepareFindEnquiries, selectCandidatesByFts } from './find-enquiries.ts';
import { prepareIdempotencyKeys } from './idempotency-keys.ts';
import { prepareMails } from './mails.ts';
import { isCurrentSchema, touchDatabase } from './migrations.ts';
import { prepareReceipts, type Receipts } from './receipts.ts';
import { prepareReplies } from './replies.ts';
import { createStepRunner, type RunSteps, toSyncCalls } from './run-steps.ts';
import { createSearchIndexer, preparePurgeErasedTerms } from './search-index.ts';
import { createSoleSender } from './sole-sender.ts';
import { commitTogether, runUnforced } from './transaction.ts';

export interface SqliteStoreOptions {
  readonly dataFolder: string;
  readonly settings: Pick<ServerSettings, 'store' | 'idempotency'>;
  /** The behaviour for a folder without a database. Default: `unless-lost`. */
  readonly whenAbsent?: WhenAbsent;
}

/**
 * Opens the embedded database of a data folder, and creates or migrates it if necessary. Its calls block this
 * thread while they wait for the disk; a server runs it in a worker thread (`openStoreInThread`).
 * @throws StoreError if the database cannot be opened
 */
export function openSqliteStore(options: SqliteStoreOptions): Store & MailQueue & ReceiptQueue & ReplyQueue {
  const { dataFolder, settings, whenAbsent = 'unless-lost' } = options;
  const { busyTimeoutMs } = settings.store;
  return createSqliteStore(openDatabase({ dataFolder, busyTimeoutMs, whenAbsent }), options);
}

/**
 * Opens the existing database beside a server that may be using it. Neither creates nor migrates it. Returns
 * undefined if there is none yet.
 * @throws StoreError if another version wrote it
 */
export function openExistingSqliteStore(options: SqliteStoreOptions): Store | undefined {
  const { busyTimeoutMs } = options.settings.store;
  const db = openExistingDatabase({ dataFolder: options.dataFolder, busyTimeoutMs });
  return db && createSqliteStore(db, options);
}

/**
 * Creates the store on an open database, which its `close` closes. `onNotification` never calls a listener,
 * since there are no other instances. All queues of mails have the same sole sender.
 */
function createSqliteStore(
  db: DatabaseSync,
  { dataFolder, settings }: SqliteStoreOptions,
): Store & MailQueue & ReceiptQueue & ReplyQueue {
  const runSteps = createStepRunner(db);
  const mails = prepareMails(db, runSteps);
  const receipts = prepareReceipts(db);
  const replies = prepareReplies(db);
  const calls = prepareCalls(db, { runSteps, receipts, settings });
  const guard = guardFile(db, getDatabasePath(dataFolder));
  const { read, write, close } = createAccess(db, { batchSize: settings.store.batchSize, guard });
  const sender = createSoleSender(dataFolder);
  const indexer = createSearchIndexer(db, { read, write, settings: settings.store });
  const store = createCalls(storeCallNames, async (name, request) => {
    const { isWrite, isByWords, isUnforced = false } = callDefinitions[name];
    if (isByWords) await indexer.ensureUpToDate();
    /** Performs the call on the database, at once. */
    const call = () => calls[name](request);
    return isWrite ? write(call, { isUnforced }) : read(call);
  });

  const { onReceiptQueued, onReplyQueued, ...storeWithListeners } = withQueueListeners(store);
  return {
    ...store,
    ...storeWithListeners,
    shared: undefined,
    /** Accepts an enquiry as the store does, and schedules the indexing of its terms. */
    accept: (entry) => {
      indexer.scheduleIndexing();
      return storeWithListeners.accept(entry);
    },
    /** Makes this process the sole sender. Returns false while another process is the sender. */
    becomeSender: () => read(sender.acquire),
    dueMails: (request) => read(() => mails.due(request)),
    nextMailDueAt: (request) => read(() => mails.nextDueAt(request)),
    recordMailAttempt: (attempt) => write(() => mails.recordAttempt(attempt)),
    receipts: {
      /** Makes this process the sole sender, as for mails. */
      becomeSender: () => read(sender.acquire),
      dueMails: (request) => read(() => receipts.due(request)),
      nextMailDueAt: (request) => read(() => receipts.nextDueAt(request)),
      recordMailAttempt: (attempt) => write(() => receipts.recordAttempt(attempt)),
      onMailQueued: onReceiptQueued,
    },
    replies: {
      /** Makes this process the sole sender, as for mails. */
      becomeSender: () => read(sender.acquire),
      dueMails: (request) => read(() => replies.due(request)),
      nextMailDueAt: (request) => read(() => replies.nextDueAt(request)),
      recordMailAttempt: (attempt) => write(() => replies.recordAttempt(attempt)),
      onMailQueued: onReplyQueued,
    },
    /** Adds no listener, and returns a function that does nothing. */
    onNotification: () => () => undefined,
    /**
     * Stops the scheduled indexing, waits for running changes, releases the sender and closes the database.
     */
    close: () => {
      indexer.stop();
      return close(sender.release);
    },
  };
}

/**
 * Prepares the statements of all calls. Returns the functions that perform the calls, synchronously. Calls
 * that write must run within a transaction.
 */
function prepareCalls(
  db: DatabaseSync,
  {
    runSteps,
    receipts,
    settings: { store, idempotency },
  }: {
    readonly runSteps: RunSteps;
    readonly receipts: Receipts;
  } & Pick<SqliteStoreOptions, 'settings'>,
): SyncCalls {
  const keys = prepareIdempotencyKeys(db);
  return {
    accept: prepareAccept(db, { keys, rememberedMs: idempotency.rememberedMs, receipts }),
    recall: keys.find,
    page: prepareListPage(db),
    arrivals: prepareArrivals(db),
    enquiry: prepareEnquiry(db),
    ...prepareDeliveries(db),
    ...prepareFindEnquiries(db),
    /** Runs an empty query. Throws if the database does not answer. */
    ping: () => db.exec('SELECT 1'),
    /** Writes to the database. Returns false if its schema is no longer the one of this version. */
    probe: () => {
      touchDatabase(db);
      return isCurrentSchema(db);
    },
    ...toSyncCalls(runSteps, sharedRepository),
    ...toSyncCalls(runSteps, createPersonDataRepository(selectCandidatesByFts)),
    purgeErasedTerms: preparePurgeErasedTerms(db),
    emptyLog: prepareEmptyLog(db, store.busyTimeoutMs),
  };
}

/** A change that waits to be committed. */
interface Change {
  readonly change: () => unknown;
  /** True if the caller does not wait until the change is on the disk. */
  readonly isUnforced: boolean;
}

/**
 * Returns functions that read at once and write in batches of at most `batchSize` changes, until the database
 * is closed (`closed`). `guard` checks the file before and after each commit; if it throws, all changes of
 * the batch reject.
 */
function createAccess(
  db: DatabaseSync,
  { batchSize, guard }: { readonly batchSize: number; readonly guard: FileGuard },
) {
  const group = createGroupCommit<Change, unknown>({
    commit: async (changes) => {
      guard.require();
      /** Commits the changes in one transaction. */
      const commit = () => commitTogether({ db, changes, apply: ({ change }) => change() });
      const outcomes = changes.every(({ isUnforced }) => isUnforced) ? runUnforced(db, commit) : commit();
      // Nothing is acknowledged that was written to a file which has been removed.
      guard.require();
      return outcomes;
    },
    batchSize,
  });
  let state: 'open' | 'closing' | 'closed' = 'open';
  return {
    /** Runs a query at once. Rejects with a `StoreError` if it fails, or if the database is closed. */
    async read<Result>(query: () => Result): Promise<Result> {
      if (state === 'closed') throw new StoreError('closed', 'Cannot read the database: it is closed');
      try {
        return query();
      } catch (error) {
        throw toStoreError(error, 'read the database');
      }
    },
    /**
     * Runs a change in a transaction, together with other changes. Resolves with its result when the
     * transaction is committed and on the disk; with `isUnforced` it may not be on the disk yet. Rejects if
     * the change or the commit fails, or after `close` was called.
     */
    async write<Result>(change: () => Result, { isUnforced = false } = {}): Promise<Result> {
      if (state !== 'open') throw new StoreError('closed', 'Cannot write to the database: it is closed');
      // The result of a change is the value that the change itself returned.
      return group.add({ change, isUnforced }) as Promise<Result>;
    },
    /**
     * Waits for the changes that were added before, calls `release`, and closes the database and the guard.
     * Writes reject at once, reads once it is closed. A second call only waits for the changes.
     */
    async close(release: () => void): Promise<void> {
      if (state !== 'open') return group.idle();
      state = 'closing';
      await group.idle();
      state = 'closed';
      release();
      db.close();
      guard.close();
    },
  };
}
