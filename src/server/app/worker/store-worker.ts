import { parentPort, workerData } from 'node:worker_threads';
import { composeMail, composeReceipt } from '../../delivery/mail/compose.ts';
import { composeReply } from '../../delivery/mail/compose-reply.ts';
import { openMailTransport } from '../../delivery/mail/open-mail-transport.ts';
import { type Outbox, startOutbox } from '../../delivery/mail/outbox.ts';
import {
  type AnswerMessage,
  type CallMessage,
  createCallListener,
} from '../../platform/concurrency/call-port.ts';
import { systemClock } from '../../platform/concurrency/clock.ts';
import type { ServerSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import type { WhenAbsent } from '../../store/lost-database.ts';
import type { StoreNotification } from '../../store/notifications.ts';
import type { MailQueue } from '../../store/records/mail-queue.ts';
import type { ReceiptQueue } from '../../store/records/receipt-entry.ts';
import { getEnquiryIdOfMail, type ReplyQueue } from '../../store/records/reply-entry.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { SharedCalls, Store, StoreCalls } from '../../store/store.ts';
import { type SentStoreError, storeErrorConverter } from '../../store/store-error.ts';

// The body of the thread that `openStoreInThread` starts: the database and the outbox, so that a slow disk or
// the composing of mails delays no request.

export interface StoreWorkerOptions {
  readonly dataFolder: string;
  /** A PostgreSQL database that replaces the one in the data folder. */
  readonly databaseUrl?: string | undefined;
  /** Absent: mails are written to `<dataFolder>/outbox`. */
  readonly smtpUrl: string | undefined;
  /** The sender of mails. */
  readonly mailFrom: string | undefined;
  readonly settings: Pick<ServerSettings, 'store' | 'postgres' | 'idempotency' | 'mail' | 'receipts'>;
  /** The behaviour if there is no database. */
  readonly whenAbsent?: WhenAbsent;
}

/** A message to the thread. */
export type ToWorker = CallMessage<StoreCalls & SharedCalls> | 'close';

/**
 * A message from the thread: the answer to a call; its store is open, or could not be opened; a line for the
 * log; or a notification of the store.
 */
export type FromWorker =
  | AnswerMessage<SentStoreError>
  | { readonly kind: 'open' }
  | { readonly kind: 'not-open'; readonly error: SentStoreError }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'news'; readonly news: StoreNotification };

const { dataFolder, databaseUrl, smtpUrl, mailFrom, settings, whenAbsent }: StoreWorkerOptions = workerData;
const log = createLog({ write: (line) => sendMessage({ kind: 'log', line }), now: Date.now });

try {
  serveStore(
    databaseUrl === undefined
      ? openSqliteStore({ dataFolder, settings, whenAbsent })
      : await openPostgres(databaseUrl),
  );
} catch (error) {
  sendMessage({ kind: 'not-open', error: storeErrorConverter.toSent(error) });
}

/** Opens the store of a PostgreSQL database. Lost connections are logged as warnings. */
async function openPostgres(url: string): Promise<QueueingStore> {
  const { openPostgresStore } = await import('../../store/postgres/postgres-store.ts');
  const logLostConnection = (error: Error) => log.warn('database-connection-lost', { reason: error.message });
  return openPostgresStore({ url, settings, onLost: logLostConnection, whenAbsent, dataFolder });
}

type QueueingStore = Store & MailQueue & ReceiptQueue & ReplyQueue;

/**
 * Starts the outboxes of mails, receipts and replies, sends the message `open`, and answers calls until the message
 * `close` arrives. Then it waits for running mails, closes the store and lets the thread end.
 */
function serveStore(store: QueueingStore): void {
  const shared = { clock: systemClock, random: Math.random, log };
  const outbox = startOutbox({
    ...shared,
    queue: store,
    transport: openMailTransport({ dataFolder, smtpUrl, settings: settings.mail }),
    compose: (due) => composeMail({ due, mailFrom }),
    settings: settings.mail,
  });
  const receiptSettings = { ...settings.mail, ...settings.receipts };
  // Separate connections: slow mail servers of visitors must not delay mails to offices.
  const receipts = startOutbox({
    ...shared,
    what: 'receipt',
    queue: store.receipts,
    transport: openMailTransport({ dataFolder, smtpUrl, settings: receiptSettings }),
    compose: (due) => composeReceipt({ due, mailFrom }),
    settings: receiptSettings,
  });
  const replies = startOutbox({
    ...shared,
    what: 'reply',
    queue: store.replies,
    transport: openMailTransport({ dataFolder, smtpUrl, settings: receiptSettings }),
    compose: (due) => composeReply({ due, mailFrom }),
    settings: receiptSettings,
  });

  /**
   * Resolves when the outbox can no longer write a mail of an erased enquiry to a file. Resolves at once if
   * mails are sent by SMTP.
   */
  async function waitForErasedMails({ listRunning, waitForEnd }: Outbox): Promise<void> {
    if (smtpUrl !== undefined) return;
    const ids = await listRunning();
    const known = new Set(await store.knownEnquiries(ids.map(getEnquiryIdOfMail)));
    await waitForEnd(ids.filter((id) => !known.has(getEnquiryIdOfMail(id))));
  }

  /**
   * Returns a function that calls `erase` and resolves with its result, but only when no mail of an erased
   * enquiry can be written to a file any more.
   */
  function waitForMailsAfter<Request, Result>(erase: (request: Request) => Promise<Result>) {
    return async (request: Request): Promise<Result> => {
      const answered = await erase(request);
      await Promise.all([outbox, receipts, replies].map(waitForErasedMails));
      return answered;
    };
  }

  const calls: StoreCalls & SharedCalls = {
    ...store,
    // Without them, `openStoreInThread` has no functions that would call them.
    ...(store.shared as SharedCalls),
    erasePerson: waitForMailsAfter(store.erasePerson),
    eraseEnquiry: waitForMailsAfter(store.eraseEnquiry),
    eraseSuspected: waitForMailsAfter(store.eraseSuspected),
    eraseDue: waitForMailsAfter(store.eraseDue),
  };

  const answerCall = createCallListener(calls, { post: sendMessage, errors: storeErrorConverter });
  parentPort?.on('message', async (message: ToWorker) => {
    if (message !== 'close') return answerCall(message);
    await Promise.all([outbox.stop(), receipts.stop(), replies.stop()]);
    await store.close();
    parentPort?.close();
  });
  store.onNotification((news) => sendMessage({ kind: 'news', news }));
  sendMessage({ kind: 'open' });
}

function sendMessage(message: FromWorker): void {
  parentPort?.postMessage(message);
}
