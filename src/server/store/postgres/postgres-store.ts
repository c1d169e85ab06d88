import { sql } from 'kysely';
import type { ServerSettings } from '../../config/settings.ts';
import { createGroupCommit, type GroupCommit } from '../group-commit.ts';
import { requireNotLost, tracesOf, type WhenAbsent } from '../lost-database.ts';
import type { MailQueue } from '../mail-queue.ts';
import { tellingOfMails } from '../queue-listeners.ts';
import type { ReceiptQueue } from '../receipt-entry.ts';
import {
  type Acceptance,
  createCalls,
  type NewEnquiry,
  type Repetition,
  type Store,
  type StoreCall,
  storeCalls,
} from '../store.ts';
import { StoreError } from '../store-error.ts';
import { auditCalls } from './audit.ts';
import type { PostgresCalls } from './calls.ts';
import { type Connected, connect, connectUnlimited, type Database } from './connect.ts';
import { deliveryCalls, takeDeliveries } from './deliveries.ts';
import { deskCalls } from './desk.ts';
import { draftCalls } from './drafts.ts';
import { acceptAll, enquiryCalls } from './enquiries.ts';
import { erasedFileCalls } from './erased-files.ts';
import { figureCalls } from './figures.ts';
import { findingCalls } from './find-enquiries.ts';
import { type AskedKey, findKeys } from './idempotency-keys.ts';
import { installationCalls } from './installations.ts';
import { endJob, instanceCalls, takeJob } from './instances.ts';
import { limitCalls } from './limit-counts.ts';
import { mailCalls, nextDueAt, noteAttempt, takeDueMails } from './mails.ts';
import { isBehind, isEmpty, isServed, migrate, requireCurrent } from './migrations.ts';
import { requireNoMove } from './move-mark.ts';
import { createNewsLine } from './news.ts';
import { passCalls } from './passes.ts';
import { peopleCalls } from './people.ts';
import { personCalls } from './person-data.ts';
import { photoCalls, takePhotosToMake } from './photos.ts';
import { toPostgresStoreError } from './postgres-error.ts';
import { presenceCalls } from './presences.ts';
import { nextReceiptDueAt, noteReceiptAttempt, takeDueReceipts } from './receipts.ts';
import { retentionCalls } from './retention.ts';
import { savedAnswersCalls } from './saved-answers.ts';
import { createSender } from './sender.ts';
import { sharedFileCalls } from './shared-files.ts';
import { suspectedCalls } from './suspected.ts';
import { createTidying, type Tidying } from './tidying.ts';
import { inTransaction, unlessLost, unlessUndone } from './transaction.ts';
import { versionReading } from './version-reading.ts';
import { versionCalls } from './versions.ts';

type QueueingStore = Store & MailQueue & ReceiptQueue;

export interface PostgresStoreOptions {
  readonly url: string;
  readonly settings: Pick<ServerSettings, 'postgres' | 'idempotency' | 'store'>;
  /** Called if an unused connection breaks; the pool replaces it. */
  readonly onLost?: (error: Error) => void;
}

/**
 * Opens the store in a PostgreSQL database, which any number of instances can share. Creates or migrates its
 * tables first.
 * @throws StoreError if the database cannot be reached, refuses the connection, or is incompatible with this
 * release; `lost` if it is empty although it was not before
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
}): Promise<QueueingStore> {
  // Before the database is queried: another instance may be creating both.
  const traces = dataFolder === undefined ? [] : tracesOf(dataFolder);
  return opened(options, async (connected) => {
    if (await isEmpty(connected.db))
      requireNotLost({ place: 'the database in DATABASE_URL', traces, whenAbsent });
    if (await isBehind(connected.db)) await bringUpToDate(options);
    return createStore(connected, options);
  });
}

async function bringUpToDate({ url, settings }: PostgresStoreOptions): Promise<void> {
  const { db, close } = connectUnlimited({ url, settings: settings.postgres, onLost: () => undefined });
  try {
    await migrate(db);
  } finally {
    await close();
  }
}

/**
 * Opens the existing database beside servers that may be using it. Neither creates nor migrates it. Returns
 * undefined if there is none yet.
 * @throws StoreError if another version wrote it
 */
export function openPostgresStoreBeside(options: PostgresStoreOptions): Promise<QueueingStore | undefined> {
  return opened(options, async (connected) => {
    if (!(await isEmpty(connected.db))) {
      await requireCurrent(connected.db);
      return createStore(connected, options);
    }
    await connected.close();
    return undefined;
  });
}

async function opened<Result>(
  { url, settings, onLost = () => undefined }: PostgresStoreOptions,
  use: (connected: Connected) => Promise<Result>,
): Promise<Result> {
  const connected = connect({ url, settings: settings.postgres, onLost });
  try {
    await requireFit(connected.db);
    await requireNoMove(connected.db);
    return await use(connected);
  } catch (error) {
    await connected.close();
    throw toPostgresStoreError(error, 'use the database in DATABASE_URL');
  }
}

/**
 * @throws StoreError if PostgreSQL would acknowledge data that is not on its disk, or cannot store every
 * character
 */
export async function requireFit(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting = 'off'
      OR name = 'server_encoding' AND setting <> 'UTF8'`.execute(db);
  const [unfit] = rows;
  if (!unfit) return;
  const reason =
    unfit.name === 'server_encoding'
      ? `its encoding is ${unfit.setting}; make it anew with ENCODING 'UTF8'`
      : `${unfit.name} is off there, so that what was acknowledged could be lost; turn it on`;
  throw new StoreError('broken', `Cannot use the database in DATABASE_URL: ${reason}`);
}

/**
 * Calls that write with a single statement, or with several that are valid independently: they need no
 * transaction.
 */
const singleStatements: ReadonlySet<StoreCall> = new Set([
  ...(['accept', 'probe', 'issuePhoto', 'notePhotoStored', 'adoptPhotos', 'notePhotoFault'] as const),
  ...(['requeuePhoto', 'notePhotoReencoded', 'forgetPhotos', 'saveAnswers', 'forgetSavedAnswers'] as const),
  ...(['noteVersionHash', 'noteConsequences', 'noteSession', 'noteToken', 'forgetEnded'] as const),
  ...(['forgetErasedFiles', 'tidyWords', 'addFigures', 'noteInstance', 'forgetInstance'] as const),
  ...(['takeJob', 'endJob', 'takeCounts', 'forgetCount', 'sweepCounts'] as const),
  ...(['addInstallationKey', 'resealInstallationKey', 'noteOtherInstallation', 'copyDraft'] as const),
  ...(['needFiles', 'shareFile', 'forgetFiles'] as const),
]);

function createStore({ db, close }: Connected, { url, settings }: PostgresStoreOptions): QueueingStore {
  const tidying = createTidying({ db, url, settings: settings.postgres });
  const sender = createSender(db, settings.postgres.senderLeaseMs);
  const calls = prepareCalls({ together: createTogether(db, settings), tidying, sender: sender.id });
  const { read, write, end } = createAccess(db);
  const news = createNewsLine({ url, settings: settings.postgres });
  const store = createCalls((name, request) => {
    const call = calls[name];
    const { isWrite } = storeCalls[name];
    if (!isWrite) return read((on) => call(on, request));
    return write((on) => call(on, request), { isSingle: singleStatements.has(name) });
  });
  const { onReceiptQueued, ...telling } = tellingOfMails(store);
  // Every instance may send: `dueMails` claims mails that no other instance has.
  const becomeSender = () => write(async () => sender.begin(), { isSingle: true }).then(() => true);
  const statement = <Result>(change: (on: Database) => Promise<Result>) =>
    write((on) => unlessUndone(() => change(on)), { isSingle: true });
  // Claims are valid only while the lease of the sender is, so the lease must be started first.
  const taking = <Result>(take: () => Promise<Result>) => becomeSender().then(take);
  return {
    ...store,
    ...telling,
    photosToMake: (request) => taking(() => store.photosToMake(request)),
    takeJob: (request) => taking(() => store.takeJob(request)),
    takeDeliveries: (request) => taking(() => store.takeDeliveries(request)),
    becomeSender,
    dueMails: (request) => statement((on) => takeDueMails(on, sender.id, request)),
    nextMailDueAt: ({ after }) => read((on) => nextDueAt(on, after)),
    noteMailAttempt: (attempt) => statement((on) => noteAttempt(on, attempt)),
    receipts: {
      becomeSender,
      dueMails: (request) => statement((on) => takeDueReceipts(on, sender.id, request)),
      nextMailDueAt: ({ after }) => read((on) => nextReceiptDueAt(on, after)),
      noteMailAttempt: (attempt) => statement((on) => noteReceiptAttempt(on, attempt)),
      onMailQueued: onReceiptQueued,
    },
    onNews: news.onNews,
    close: () =>
      end(async () => {
        // If this fails, the lease expires.
        await sender.release().catch(() => undefined);
        await tidying.close().catch(() => undefined);
        await Promise.all([news.close(), close()]);
      }),
  };
}

interface Together {
  readonly recalls: GroupCommit<AskedKey, Repetition | undefined>;
  readonly accepts: GroupCommit<NewEnquiry, Acceptance>;
}

function createTogether(
  db: Database,
  { store: { batchSize }, postgres, idempotency }: PostgresStoreOptions['settings'],
): Together {
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

function prepareCalls({
  together,
  tidying,
  sender,
}: {
  readonly together: Together;
  readonly tidying: Tidying;
  readonly sender: string;
}): PostgresCalls<StoreCall> {
  return {
    accept: (_db, entry) => together.accepts.add(entry),
    recall: (_db, asked) => together.recalls.add(asked),
    ...enquiryCalls,
    ...suspectedCalls,
    ...deliveryCalls,
    takeDeliveries: (db, request) => takeDeliveries(db, sender, request),
    ...mailCalls,
    ping: async (db) => void (await sql`SELECT 1`.execute(db)),
    async probe(db) {
      await sql`UPDATE probes SET count = count + 1`.execute(db);
      return isServed(db);
    },
    ...photoCalls,
    photosToMake: (db, request) => takePhotosToMake(db, sender, request),
    takeJob: (db, request) => takeJob(db, sender, request),
    endJob: (db, request) => endJob(db, sender, request),
    ...savedAnswersCalls,
    ...auditCalls,
    ...versionReading,
    ...versionCalls,
    ...draftCalls,
    ...installationCalls,
    ...presenceCalls,
    ...peopleCalls,
    ...passCalls,
    ...retentionCalls,
    ...personCalls,
    ...erasedFileCalls(tidying),
    ...findingCalls,
    ...deskCalls,
    ...figureCalls,
    ...instanceCalls,
    ...limitCalls,
    ...sharedFileCalls,
  };
}

/**
 * Returns functions that run a call on a connection or in a transaction and convert its errors, until the
 * store is closed.
 */
function createAccess(db: Database) {
  const underWay = new Set<Promise<unknown>>();
  let ended: Promise<void> | undefined;

  async function track<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
    if (ended) throw new StoreError('closed', `Cannot ${action}: it is closed`);
    const call = work();
    underWay.add(call);
    try {
      return await call;
    } catch (error) {
      throw toPostgresStoreError(error, action);
    } finally {
      underWay.delete(call);
    }
  }

  return {
    read: <Result>(query: (on: Database) => Promise<Result>) =>
      track('read the database', () => unlessLost(() => query(db))),
    write: <Result>(change: (on: Database) => Promise<Result>, { isSingle = false } = {}) =>
      track('write to the database', () => (isSingle ? change(db) : inTransaction(db, change))),
    end(close: () => Promise<void>): Promise<void> {
      ended ??= Promise.allSettled(underWay).then(close);
      return ended;
    },
  };
}
