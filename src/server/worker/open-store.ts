import type { Log } from '../log/log.ts';
import type { News } from '../store/news.ts';
import { createCalls, type Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { type StoreWorker, startStoreWorker } from './start-store-worker.ts';
import type { StoreWorkerOptions } from './store-worker.ts';

/** Long enough that a thread which breaks at once, again and again, costs nothing. */
const restartDelayMs = 1000;

/**
 * The store of a data folder, and the outbox that sends its mails, in a thread of their own. `close` first lets the
 * mails that are under way end. Should the thread ever break, the calls under way reject and a new one takes over.
 * @throws StoreError where the database cannot be opened.
 */
export async function openStore({
  log,
  writeLog,
  ...options
}: StoreWorkerOptions & {
  readonly log: Log;
  /** Takes the lines that the thread logs. */
  readonly writeLog: (line: string) => void;
}): Promise<Store> {
  let worker: Promise<StoreWorker> | undefined;
  let isClosed = false;
  let { whenAbsent } = options;
  const listeners = new Set<(news: News) => void>();
  const onNews = (news: News) => {
    for (const listener of listeners) listener(news);
  };

  function running(): Promise<StoreWorker> {
    worker ??= startStoreWorker({
      ...{ options: { ...options, whenAbsent }, writeLog, onNews, onBreak },
    }).catch((error) => {
      worker = undefined;
      throw error;
    });
    return worker;
  }

  function onBreak(error: unknown): void {
    worker = undefined;
    log.error('store-thread-broke', error);
    restartLater();
  }

  /** A call starts it too; but mails are to go out even if nobody calls. */
  function restartLater(): void {
    setTimeout(() => {
      if (!isClosed) running().catch(restartLater);
    }, restartDelayMs).unref();
  }

  await running();
  whenAbsent = 'refuse';
  return {
    ...createCalls(async (name, request) => {
      if (isClosed) throw new StoreError('closed', 'Cannot ask the store: it is closed');
      const { call } = await running();
      return call(name, request);
    }),
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await (await worker)?.close();
    },
  };
}
