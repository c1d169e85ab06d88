import { parentPort, workerData } from 'node:worker_threads';
import type { ServerSettings } from '../config/settings.ts';
import { createLog } from '../log/log.ts';
import { composeMail, composeReceipt } from '../mail/compose.ts';
import { openTransport } from '../mail/open-transport.ts';
import { type Outbox, startOutbox, systemClock } from '../mail/outbox.ts';
import type { WhenAbsent } from '../store/lost-database.ts';
import type { MailQueue } from '../store/mail-queue.ts';
import type { News } from '../store/news.ts';
import type { ReceiptQueue } from '../store/receipt-entry.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { RequestOf, Store, StoreCall, StoreCalls } from '../store/store.ts';
import { StoreError, type StoreErrorCode } from '../store/store-error.ts';

// The body of the thread that `openStoreInThread` starts: the database and the outbox, so that a slow disk or
// the composing of mails delays no request.

export interface StoreWorkerOptions {
  readonly dataFolder: string;
  /** A PostgreSQL database that replaces the one in the data folder. */
  readonly databaseUrl?: string | undefined;
  /** Absent: mails are written to `<dataFolder>/outbox`. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly settings: Pick<ServerSettings, 'store' | 'postgres' | 'idempotency' | 'mail' | 'receipts'>;
  readonly whenAbsent?: WhenAbsent;
}

/** A message to the thread: a call of the store, whose `number` is returned with the answer, or `close`. */
export type ToWorker = CallMessage | 'close';

interface CallMessage<Name extends StoreCall = StoreCall> {
  readonly number: number;
  readonly name: Name;
  readonly request: RequestOf<Name>;
}

export type FromWorker =
  | { readonly kind: 'open' }
  | { readonly kind: 'not-open'; readonly error: SentError }
  | { readonly kind: 'done'; readonly number: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly number: number; readonly error: SentError }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'news'; readonly news: News };

/** A serialised `StoreError`, because messages do not preserve the class of an error. */
export interface SentError {
  readonly code: StoreErrorCode;
  readonly message: string;
}

const { dataFolder, databaseUrl, smtpUrl, mailFrom, settings, whenAbsent }: StoreWorkerOptions = workerData;
const log = createLog({ write: (line) => send({ kind: 'log', line }), now: Date.now });

try {
  run(
    databaseUrl === undefined
      ? openSqliteStore({ dataFolder, settings, whenAbsent })
      : await openShared(databaseUrl),
  );
} catch (error) {
  send({ kind: 'not-open', error: toSent(error) });
}

async function openShared(url: string): Promise<QueueingStore> {
  const { openPostgresStore } = await import('../store/postgres/postgres-store.ts');
  const onLost = (error: Error) => log.warn('database-connection-lost', { reason: error.message });
  return openPostgresStore({ url, settings, onLost, whenAbsent, dataFolder });
}

type QueueingStore = Store & MailQueue & ReceiptQueue;

function run(store: QueueingStore): void {
  const shared = { clock: systemClock, random: Math.random, log };
  const outbox = startOutbox({
    ...shared,
    queue: store,
    transport: openTransport({ dataFolder, smtpUrl, settings: settings.mail }),
    compose: (due) => composeMail({ due, mailFrom }),
    settings: settings.mail,
  });
  const receiptSettings = { ...settings.mail, ...settings.receipts };
  // Separate connections: slow mail servers of visitors must not delay mails to offices.
  const receipts = startOutbox({
    ...shared,
    what: 'receipt',
    queue: store.receipts,
    transport: openTransport({ dataFolder, smtpUrl, settings: receiptSettings }),
    compose: (due) => composeReceipt({ due, mailFrom }),
    settings: receiptSettings,
  });

  /** Resolves when no mail of an erased enquiry can be written to a file any more. */
  async function goneMailsEnded({ underWay, ended }: Outbox): Promise<void> {
    if (smtpUrl !== undefined) return;
    const ids = await underWay();
    const known = new Set(await store.knownEnquiries(ids));
    await ended(ids.filter((id) => !known.has(id)));
  }

  function erasing<Request, Result>(erase: (request: Request) => Promise<Result>) {
    return async (request: Request): Promise<Result> => {
      const answered = await erase(request);
      await Promise.all([outbox, receipts].map(goneMailsEnded));
      return answered;
    };
  }

  const calls: StoreCalls = {
    ...store,
    erasePerson: erasing(store.erasePerson),
    eraseEnquiry: erasing(store.eraseEnquiry),
    eraseSuspected: erasing(store.eraseSuspected),
    eraseDue: erasing(store.eraseDue),
  };

  parentPort?.on('message', async (message: ToWorker) => {
    if (message !== 'close') return answer(calls, message);
    await Promise.all([outbox.stop(), receipts.stop()]);
    await store.close();
    parentPort?.close();
  });
  store.onNews((news) => send({ kind: 'news', news }));
  send({ kind: 'open' });
}

async function answer<Name extends StoreCall>(
  store: StoreCalls,
  { number, name, request }: CallMessage<Name>,
): Promise<void> {
  try {
    send({ kind: 'done', number, result: await store[name](request) });
  } catch (error) {
    send({ kind: 'failed', number, error: toSent(error) });
  }
}

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

function toSent(error: unknown): SentError {
  if (error instanceof StoreError) return { code: error.code, message: error.message };
  return { code: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
