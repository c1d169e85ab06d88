import { sql } from 'kysely';
import type { ServerSettings } from '../../config/settings.ts';
import type { MailQueue } from '../mail-queue.ts';
import { tellingOfMails } from '../queue-listeners.ts';
import type { ReceiptQueue } from '../receipt-entry.ts';
import {
  createCalls,
  type RequestOf,
  type ResultOf,
  type Store,
  type StoreCall,
  storeCalls,
} from '../store.ts';
import { StoreError } from '../store-error.ts';
import { auditCalls } from './audit.ts';
import { type Connected, connect, type Database } from './connect.ts';
import { enquiryCalls } from './enquiries.ts';
import { erasedFileCalls } from './erased-files.ts';
import { mailCalls, nextDueAt, noteAttempt, takeDueMails } from './mails.ts';
import { isServed, migrate } from './migrations.ts';
import { passCalls } from './passes.ts';
import { peopleCalls } from './people.ts';
import { personCalls } from './person-data.ts';
import { photoCalls } from './photos.ts';
import { toPostgresStoreError } from './postgres-error.ts';
import { nextReceiptDueAt, noteReceiptAttempt, takeDueReceipts } from './receipts.ts';
import { retentionCalls } from './retention.ts';
import { savedAnswersCalls } from './saved-answers.ts';
import { createSender } from './sender.ts';
import { suspectedCalls } from './suspected.ts';
import { inTransaction } from './transaction.ts';
import { versionReading } from './version-reading.ts';
import { versionCalls } from './versions.ts';

type QueueingStore = Store & MailQueue & ReceiptQueue;

/** Which database, and how it is used. */
export interface PostgresStoreOptions {
  /** `postgres://…` */
  readonly url: string;
  readonly settings: Pick<ServerSettings, 'postgres' | 'idempotency'>;
  /** Hears of connections that broke while nobody used them; others take their places. */
  readonly onLost?: (error: Error) => void;
}

/**
 * The store in a PostgreSQL database, which any number of instances share; its tables are made, or brought up to date, first.
 * @throws StoreError where the database cannot be reached, refuses, or is not for this release.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<QueueingStore> {
  const { url, settings, onLost = () => undefined } = options;
  const connected = connect({ url, settings: settings.postgres, onLost });
  try {
    await requireDurable(connected.db);
    await migrate(connected.db);
    return createStore(connected, options);
  } catch (error) {
    await connected.close();
    throw toPostgresStoreError(error, 'use the database in DATABASE_URL');
  }
}

/** @throws StoreError where PostgreSQL would acknowledge what is not on its disk. */
async function requireDurable(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_settings
    WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting = 'off'`.execute(db);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new StoreError(
    'broken',
    `Cannot use the database in DATABASE_URL: ${names} is off there, so that what was acknowledged could be lost; turn it on`,
  );
}

/** Calls that write and are one statement, or send one after another that may each be kept alone: they need no transaction around them. */
const singleStatements: ReadonlySet<StoreCall> = new Set([
  ...(['accept', 'probe', 'issuePhoto', 'notePhotoStored', 'adoptPhotos', 'notePhotoFault'] as const),
  ...(['requeuePhoto', 'notePhotoReencoded', 'forgetPhotos', 'saveAnswers', 'forgetSavedAnswers'] as const),
  ...(['noteVersionHash', 'noteConsequences', 'noteSession', 'noteToken', 'forgetEnded'] as const),
  ...(['forgetErasedFiles', 'tidyWords'] as const),
]);

function createStore({ db, close }: Connected, { settings }: PostgresStoreOptions): QueueingStore {
  const calls = prepareCalls(settings);
  const { read, write, end } = createAccess(db);
  const sender = createSender(db, settings.postgres.senderLeaseMs);
  const store = createCalls((name, request) => {
    const call = calls[name];
    if (!call)
      throw new StoreError('broken', `Cannot carry out "${name}" on PostgreSQL: it is not written yet`);
    const { isWrite } = storeCalls[name];
    if (!isWrite) return read((on) => call(on, request));
    return write((on) => call(on, request), { isSingle: singleStatements.has(name) });
  });
  const { onReceiptQueued, ...telling } = tellingOfMails(store);
  // Every instance sends: `dueMails` gives each what no other has.
  const becomeSender = () => write(async () => sender.begin(), { isSingle: true }).then(() => true);
  return {
    ...store,
    ...telling,
    becomeSender,
    dueMails: (request) => write((on) => takeDueMails(on, sender.id, request)),
    nextMailDueAt: ({ after }) => read((on) => nextDueAt(on, after)),
    noteMailAttempt: (attempt) => write((on) => noteAttempt(on, attempt)),
    receipts: {
      becomeSender,
      dueMails: (request) => write((on) => takeDueReceipts(on, sender.id, request)),
      nextMailDueAt: ({ after }) => read((on) => nextReceiptDueAt(on, after)),
      noteMailAttempt: (attempt) => write((on) => noteReceiptAttempt(on, attempt), { isSingle: true }),
      onMailQueued: onReceiptQueued,
    },
    close: () =>
      end(async () => {
        // Else its lease ends by itself.
        await sender.release().catch(() => undefined);
        await close();
      }),
  };
}

/** How PostgreSQL carries out each call of the store. */
function prepareCalls({ idempotency }: PostgresStoreOptions['settings']): Calls {
  return {
    ...enquiryCalls(idempotency.rememberedMs),
    ...suspectedCalls,
    ...mailCalls,
    ping: async (db) => void (await sql`SELECT 1`.execute(db)),
    async probe(db) {
      await sql`UPDATE probes SET count = count + 1`.execute(db);
      return isServed(db);
    },
    ...photoCalls,
    ...savedAnswersCalls,
    ...auditCalls,
    ...versionReading,
    ...versionCalls,
    ...peopleCalls,
    ...passCalls,
    ...retentionCalls,
    ...personCalls,
    ...erasedFileCalls,
  };
}

type Calls = {
  readonly [Name in StoreCall]?: (db: Database, request: RequestOf<Name>) => Promise<ResultOf<Name>>;
};

/** Gives each call what it is carried out on, and its errors a meaning, until it is closed. */
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
    read: <Result>(query: (on: Database) => Promise<Result>) => track('read the database', () => query(db)),
    write: <Result>(change: (on: Database) => Promise<Result>, { isSingle = false } = {}) =>
      track('write to the database', () => (isSingle ? change(db) : inTransaction(db, change))),
    /** Lets what is under way end. */
    end(close: () => Promise<void>): Promise<void> {
      ended ??= Promise.allSettled(underWay).then(close);
      return ended;
    },
  };
}
