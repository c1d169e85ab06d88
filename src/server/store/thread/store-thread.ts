import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createLog } from '../../log/log.ts';
import { systemClock } from '../../mail/clock.ts';
import { composeMail } from '../../mail/compose.ts';
import { createFileTransport } from '../../mail/file-transport.ts';
import { startOutbox } from '../../mail/outbox.ts';
import { createSmtpTransport } from '../../mail/smtp-transport.ts';
import { StoreError } from '../port.ts';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import type { FromThread, Kept, Request, SentError, StoreThreadOptions, ToThread } from './messages.ts';

// The body of the thread that `openStore` starts: the database and the outbox, away from the visitors' requests, so
// that a slow disk and the composing of mails hold up no page.

const options: StoreThreadOptions = workerData;
const { dataFolder, smtpUrl, mailFrom, settings } = options;

function tell(message: FromThread): void {
  parentPort?.postMessage(message);
}

try {
  run(openSqliteStore({ dataFolder, settings }));
} catch (error) {
  tell({ kind: 'not-open', error: toSent(error) });
}

function run(store: ReturnType<typeof openSqliteStore>): void {
  const outbox = startOutbox({
    queue: store,
    transport: smtpUrl
      ? createSmtpTransport({ url: smtpUrl, settings: settings.mail })
      : createFileTransport({ folder: join(dataFolder, 'outbox') }),
    compose: (due) => composeMail({ due, mailFrom }),
    settings: settings.mail,
    clock: systemClock,
    random: Math.random,
    log: createLog({ write: (line) => tell({ kind: 'log', line }), now: Date.now }),
  });

  parentPort?.on('message', async (message: ToThread) => {
    if (message !== 'close') return answer(store, message);
    await outbox.stop();
    await store.close();
    parentPort?.close();
  });
  tell({ kind: 'open' });
}

async function answer(store: Kept, { number, ask }: Exclude<ToThread, 'close'>): Promise<void> {
  try {
    tell({ kind: 'done', number, result: await perform(store, ask) });
  } catch (error) {
    tell({ kind: 'failed', number, error: toSent(error) });
  }
}

function perform(store: Kept, ask: Request): Promise<unknown> {
  switch (ask.call) {
    case 'accept':
      return store.accept(ask.request);
    case 'recall':
      return store.recall(ask.request);
    case 'page':
      return store.page(ask.request);
    case 'resend':
      return store.resend(ask.request);
    case 'ping':
      return store.ping();
    case 'issuePhoto':
      return store.issuePhoto(ask.request);
    case 'findPhotos':
      return store.findPhotos(ask.request);
    case 'notePhotoStored':
      return store.notePhotoStored(ask.request);
    case 'photosToMake':
      return store.photosToMake(ask.request);
    case 'settlePhoto':
      return store.settlePhoto(ask.request);
    case 'unclaimedPhotos':
      return store.unclaimedPhotos(ask.request);
    case 'forgetPhotos':
      return store.forgetPhotos(ask.request);
  }
}

function toSent(error: unknown): SentError {
  if (error instanceof StoreError) return { code: error.code, message: error.message };
  return { code: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
