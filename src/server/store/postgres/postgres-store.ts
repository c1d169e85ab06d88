import { sql } from 'kysely';
import type { ServerSettings } from '../../platform/config/settings.ts';
import { createGroupCommit, type GroupCommit } from '../group-commit.ts';
import { findDatabaseTraces, requireNotLost, type WhenAbsent } from '../lost-database.ts';
import { withQueueListeners } from '../queue-listeners.ts';
import type { MailQueue } from '../records/mail-queue.ts';
import type { Acceptance, NewEnquiry, Repetition } from '../records/new-enquiry.ts';
import type { ReceiptQueue } from '../records/receipt-entry.ts';
import type { ReplyQueue } from '../records/reply-entry.ts';
import { createPersonDataRepository } from '../repositories/person-data.ts';
import { sharedRepository } from '../repositories/shared-repository.ts';
import {
  type AnyCall,
  callDefinitions,
  createCalls,
  type SharedCalls,
  type Store,
  type StoreRequest,
  type StoreResult,
  sharedCallNames,
  storeCallNames,
} from '../store.ts';
import { StoreError } from '../store-error.ts';
import type { PostgresCalls } from './calls.ts';
import { connect, connectUnlimited, type Database, type PostgresConnection } from './connect.ts';
import { claimDeliveries, postgresDeliveryCalls } from './deliveries.ts';
import { acceptAll, postgresEnquiryCalls } from './enquiries.ts';
import { createErasureCleanup, type ErasureCleanup } from './erasure-cleanup.ts';
import { postgresFindCalls, selectCandidatesByTsquery } from './find-enquiries.ts';
import { findKeys, type KeyRequest } from './idempotency-keys.ts';
import { claimJob, postgresInstanceCalls, releaseJob } from './instances.ts';
import { postgresLimitCalls } from './limit-counts.ts';
import { claimDueMails, findNextMailDueAt, saveMailAttempt } from './mails.ts';
import {
  hasPendingMigrations,
  isEmptyDatabase,
  isSupportedSchema,
  migratePostgres,
  requireCurrentPostgres,
} from './migrations.ts';
import { requireNoMove } from './move-mark.ts';
import { createNotificationListener } from './notifications.ts';
import { claimPhotosToMake } from './photos.ts';
import { toPostgresStoreError } from './postgres-error.ts';
import { postgresPresenceCalls } from './presences.ts';
import { claimDueReceipts, findNextReceiptDueAt, saveReceiptAttempt } from './receipts.ts';
import { claimDueReplies, findNextReplyDueAt, saveReplyAttempt } from './replies.ts';
import { toPostgresCalls } from './run-steps.ts';
import { createSender } from './sender.ts';
import { postgresSharedFileCalls } from './shared-files.ts';
import { retryIfDisconnected, retryIfRolledBack, withTransaction } from './transaction.ts';

/** The store with its queues of mails, receipts and replies, and the calls of servers that share it. */
type PostgresStore = Store & MailQueue & ReceiptQueue & ReplyQueue & { readonly shared: SharedCalls };

export interface PostgresStoreOptions {
  /** The connection URL, with user and password. */
  readonly url: string;
  readonly settings: Pick<ServerSettings, 'postgres' | 'idempotency' | 'store'>;
  /** Called if an unused connection breaks; the pool replaces it. */
  readonly onLost?: (error: Error) => void;
}

/**
 * Opens the store in a PostgreSQL database, which any number of instances can share. Creates or migrates its
 * tables first.
 * @throws StoreError if the database cannot be reached, refuses the connection, is the target of an
 * incomplete move, or is incompatible with this release; `lost` if it is empty although it was not before
 */
export async function openPostgresStore({
  dataFolder,
  whenAbsent = 'unless-lost',
  ...options
}: PostgresStoreOptions & {
  /** A folder whose files can show that the database was not empty before. */
  readonly dataFolder?: string;
  /** The behaviour for an empty database. Default: `unless-lost`. */
  readonly whenAbsent?: WhenAbsent | undefined;
}): Promise<PostgresStore> {
  // Before the database is queried: another instance may be creating both.
  const traces = dataFolder === undefined ? [] : findDatabaseTraces(dataFolder);
  return withConnection(options, async (connected) => {
    if (await isEmptyDatabase(connected.db))
      requireNotLost({ place: 'the database in DATABASE_URL', traces, whenAbsent });
    if (await hasPendingMigrations(connected.db)) await migrateDatabase(options);
    return createStore(connected, options);
  });
}

/** Applies the missing migrations on a connection of its own, without timeouts. */
async function migrateDatabase({ url, settings }: PostgresStoreOptions): Promise<void> {
  const { db, close } = connectUnlimited({ url, settings: settings.postgres, onLost: () => undefined });
  try {
    await migratePostgres(db);
  } finally {
    await close();
  }
}

/**
 * Opens the existing database beside servers that may be using it. Neither creates nor migrates it. Returns
 * undefined if no migration was applied to it yet.
 * @throws StoreError if the database cannot be reached, refuses the connection, is the target of an
 * incomplete move, or was written by an older version or an incompatible one
 */
export function openExistingPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore | undefined> {
  return withConnection(options, async (connected) => {
    if (!(await isEmptyDatabase(connected.db))) {
      await requireCurrentPostgres(connected.db);
      return createStore(connected, options);
    }
    await connected.close();
    return undefined;
  });
}

/**
 * Opens a pool, checks the database's settings and that no move into it is incomplete, and returns the result
 * of `use`, which then owns the pool. If one of them fails, the pool is closed and the error is converted to
 * a `StoreError`.
 */
async function withConnection<Result>(
  { url, settings, onLost = () => undefined }: PostgresStoreOptions,
  use: (connected: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  const connected = connect({ url, settings: settings.postgres, onLost });
  try {
    await requireSafeSettings(connected.db);
    await requireNoMove(connected.db);
    return await use(connected);
  } catch (error) {
    await connected.close();
    throw toPostgresStoreError(error, 'use the database in DATABASE_URL');
  }
}

/**
 * Checks the settings of the database server.
 * @throws StoreError if PostgreSQL would acknowledge data that is not on its disk, or cannot store every
 * character
 */
export async function requireSafeSettings(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting = 'off'
      OR name = 'server_encoding' AND setting <> 'UTF8'`.execute(db);
  const [unfit] = rows;
  if (!unfit) return;
  const reason =
    unfit.name === 'server_encoding'
      ? `its encoding is ${unfit.setting}; create it again with ENCODING 'UTF8'`
      : `${unfit.name} is off there, so acknowledged enquiries could be lost; turn it on`;
  throw new StoreError('broken', `Cannot use the database in DATABASE_URL: ${reason}`);
}

/**
 * Calls that write with a single statement, or with several that are valid independently: they need no
 * transaction.
 */
const singleStatements: ReadonlySet<AnyCall> = new Set([
  'accept',
  'probe',
  'issuePhoto',
  'recordPhotoStored',
  'adoptPhotos',
  'recordPhotoFault',
  'requeuePhoto',
  'recordPhotoReencoded',
  'forgetPhotos',
  'saveAnswers',
  'forgetSavedAnswers',
  'recordVersionHash',
  'recordConsequences',
  'recordSessionUse',
  'recordTokenUse',
  'forgetEnded',
  'forgetErasedFiles',
  'purgeErasedTerms',
  'addFigures',
  'registerInstance',
  'unregisterInstance',
  'claimJob',
  'releaseJob',
  'consumeLimits',
  'resetLimit',
  'sweepLimits',
  'addInstallationKey',
  'resealInstallationKey',
  'updateOtherInstallation',
  'copyDraft',
  'reportNeededFiles',
  'shareFile',
  'forgetFiles',
]);

/**
 * Creates the store on a connected pool. Its `close` waits for running calls, releases the sender's lease,
 * stops a running cleanup and closes the pool.
 */
function createStore(
  { db, close }: PostgresConnection,
  { url, settings }: PostgresStoreOptions,
): PostgresStore {
  const cleanup = createErasureCleanup({ db, url, settings: settings.postgres });
  const sender = createSender(db, settings.postgres.senderLeaseMs);
  const calls = prepareCalls({ batchedCalls: createBatchedCalls(db, settings), cleanup, sender: sender.id });
  const { read, write, end } = createAccess(db);
  const news = createNotificationListener({ url, settings: settings.postgres });
  /** Performs a call on a connection, or in a transaction if it needs one. */
  function perform<Name extends AnyCall>(
    name: Name,
    request: StoreRequest<Name>,
  ): Promise<StoreResult<Name>> {
    const call = calls[name];
    const { isWrite } = callDefinitions[name];
    if (!isWrite) return read((on) => call(on, request));
    return write((on) => call(on, request), { isSingle: singleStatements.has(name) });
  }
  const store = createCalls(storeCallNames, perform);
  const shared = createCalls(sharedCallNames, perform);
  const { onReceiptQueued, onReplyQueued, ...storeWithListeners } = withQueueListeners(store);
  /** Starts the lease of this sender unless it is started, and returns true: every instance may send. */
  const becomeSender = () => write(async () => sender.begin(), { isSingle: true }).then(() => true);
  /** Runs a change that is one statement, without a transaction, and repeats it after a deadlock. */
  const runStatement = <Result>(change: (on: Database) => Promise<Result>) =>
    write((on) => retryIfRolledBack(() => change(on)), { isSingle: true });
  /** Starts the lease first, because claims are valid only while it is, and then claims. */
  const afterLeaseStart = <Result>(claim: () => Promise<Result>) => becomeSender().then(claim);
  return {
    ...store,
    ...storeWithListeners,
    shared: {
      ...shared,
      /** Claims a job for this sender, after starting its lease. */
      claimJob: (request) => afterLeaseStart(() => shared.claimJob(request)),
    },
    /** Claims photos for this sender, after starting its lease. */
    photosToMake: (request) => afterLeaseStart(() => store.photosToMake(request)),
    /** Claims deliveries for this sender, after starting its lease. */
    claimDeliveries: (request) => afterLeaseStart(() => store.claimDeliveries(request)),
    becomeSender,
    /** Claims mails for this sender, whose lease `becomeSender` must have started. */
    dueMails: (request) => runStatement((on) => claimDueMails(on, sender.id, request)),
    nextMailDueAt: ({ after }) => read((on) => findNextMailDueAt(on, after)),
    recordMailAttempt: (attempt) => runStatement((on) => saveMailAttempt(on, attempt)),
    receipts: {
      becomeSender,
      /** Claims receipts for this sender, whose lease `becomeSender` must have started. */
      dueMails: (request) => runStatement((on) => claimDueReceipts(on, sender.id, request)),
      nextMailDueAt: ({ after }) => read((on) => findNextReceiptDueAt(on, after)),
      recordMailAttempt: (attempt) => runStatement((on) => saveReceiptAttempt(on, attempt)),
      onMailQueued: onReceiptQueued,
    },
    replies: {
      becomeSender,
      /** Claims replies for this sender, whose lease `becomeSender` must have started. */
      dueMails: (request) => runStatement((on) => claimDueReplies(on, sender.id, request)),
      nextMailDueAt: ({ after }) => read((on) => findNextReplyDueAt(on, after)),
      recordMailAttempt: (attempt) => runStatement((on) => saveReplyAttempt(on, attempt)),
      onMailQueued: onReplyQueued,
    },
    onNotification: news.onNotification,
    close: () =>
      end(async () => {
        // If this fails, the lease expires.
        await sender.release().catch(() => undefined);
        await cleanup.close().catch(() => undefined);
        await Promise.all([news.close(), close()]);
      }),
  };
}

/** The queues of `recall` and `accept`. */
interface BatchedCalls {
  readonly recalls: GroupCommit<KeyRequest, Repetition | undefined>;
  readonly accepts: GroupCommit<NewEnquiry, Acceptance>;
}

/** Creates the queues that run several `recall` or `accept` calls with one statement. */
function createBatchedCalls(
  db: Database,
  { store: { batchSize }, postgres, idempotency }: PostgresStoreOptions['settings'],
): BatchedCalls {
  // Several batches at a time, so that one that waits for a lock does not block the others.
  const sizes = { batchSize, concurrency: postgres.acceptsAtOnce };
  return {
    recalls: createGroupCommit({
      ...sizes,
      commit: async (keys) => (await findKeys(db, keys)).map((result) => ({ isDone: true, result })),
    }),
    accepts: createGroupCommit({
      ...sizes,
      commit: (entries) => acceptAll(db, entries, idempotency.rememberedMs),
    }),
  };
}

/**
 * Returns all calls of the store as functions of a connection, or of a transaction, and the request. They
 * convert no errors.
 * @param sender The sender's id.
 */
function prepareCalls({
  batchedCalls,
  cleanup,
  sender,
}: {
  readonly batchedCalls: BatchedCalls;
  readonly cleanup: ErasureCleanup;
  readonly sender: string;
}): PostgresCalls<AnyCall> {
  return {
    ...toPostgresCalls(sharedRepository),
    ...toPostgresCalls(createPersonDataRepository(selectCandidatesByTsquery)),
    /** Adds the enquiry to a batch, and resolves when the batch is committed. */
    accept: (_db, entry) => batchedCalls.accepts.add(entry),
    /** Adds the request to a batch of queries. Returns undefined if nothing is stored for its key. */
    recall: (_db, asked) => batchedCalls.recalls.add(asked),
    ...postgresEnquiryCalls,
    ...postgresDeliveryCalls,
    claimDeliveries: (db, request) => claimDeliveries(db, sender, request),
    /** Resolves if the database answers. */
    ping: async (db) => void (await sql`SELECT 1`.execute(db)),
    /**
     * Commits a change, to test the disk. Returns false if a newer release has made the schema incompatible.
     */
    async probe(db) {
      await sql`UPDATE probes SET count = count + 1`.execute(db);
      return isSupportedSchema(db);
    },
    photosToMake: (db, request) => claimPhotosToMake(db, sender, request),
    claimJob: (db, request) => claimJob(db, sender, request),
    releaseJob: (db, request) => releaseJob(db, sender, request),
    ...postgresPresenceCalls,
    /** Does nothing and resolves to undefined: the cleanup rebuilds the full-text index anyway. */
    purgeErasedTerms: async () => undefined,
    /** Starts a cleanup of the database's pages if one is due, and returns true if none is left to do. */
    emptyLog: cleanup.requestCleanup,
    ...postgresFindCalls,
    ...postgresInstanceCalls,
    ...postgresLimitCalls,
    ...postgresSharedFileCalls,
  };
}

/**
 * Returns functions that run a call on a connection or in a transaction and convert its errors, until the
 * store is closed.
 */
function createAccess(db: Database) {
  const running = new Set<Promise<unknown>>();
  let ended: Promise<void> | undefined;

  /**
   * Runs work that `end` waits for, and converts its errors.
   * @throws StoreError `closed` after `end` was called
   */
  async function runTracked<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
    if (ended) throw new StoreError('closed', `Cannot ${action}: it is closed`);
    const call = work();
    running.add(call);
    try {
      return await call;
    } catch (error) {
      throw toPostgresStoreError(error, action);
    } finally {
      running.delete(call);
    }
  }

  return {
    /** Runs a query, and repeats it if its connection was lost. Returns its result. */
    read: <Result>(query: (on: Database) => Promise<Result>) =>
      runTracked('read the database', () => retryIfDisconnected(() => query(db))),
    /** Runs a change in a transaction, or without one if `isSingle` is true. Returns its result. */
    write: <Result>(change: (on: Database) => Promise<Result>, { isSingle = false } = {}) =>
      runTracked('write to the database', () => (isSingle ? change(db) : withTransaction(db, change))),
    /** Waits for running calls, then calls `close`, only the first time. Later reads and writes reject. */
    end(close: () => Promise<void>): Promise<void> {
      ended ??= Promise.allSettled(running).then(close);
      return ended;
    },
  };
}
