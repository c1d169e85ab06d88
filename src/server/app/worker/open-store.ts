import type { Log } from '../../platform/log/log.ts';
import type { StoreNotification } from '../../store/notifications.ts';
import {
  type AnyCall,
  createCalls,
  type Store,
  type StoreRequest,
  type StoreResult,
  sharedCallNames,
  storeCallNames,
} from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import { type StoreWorker, startStoreWorker } from './start-store-worker.ts';
import type { StoreWorkerOptions } from './store-worker.ts';

/**
 * The delay before a new thread is started. Long enough that a thread which fails immediately and repeatedly
 * costs nothing.
 */
const restartDelayMs = 1000;

/**
 * Opens the store of a data folder, with the outbox that sends its mails, in a separate thread. `close` first
 * waits for mails that are being sent; calls after it reject with a `StoreError`. If the thread fails, this
 * is logged, pending calls reject and a new thread is started. A new thread does not create a database.
 * @param options `log` gets the failures of the thread, `writeLog` the lines that the thread itself logs.
 * @throws StoreError if the database cannot be opened.
 */
export async function openStoreInThread({
  log,
  writeLog,
  ...options
}: StoreWorkerOptions & {
  readonly log: Log;
  readonly writeLog: (line: string) => void;
}): Promise<Store> {
  let worker: Promise<StoreWorker> | undefined;
  let isClosed = false;
  let { whenAbsent } = options;
  const listeners = new Set<(news: StoreNotification) => void>();
  /** Calls all listeners with the notification. */
  const notifyListeners = (news: StoreNotification) => {
    for (const listener of listeners) listener(news);
  };

  /** Returns the running worker, or starts one. If the start fails, the next call tries again. */
  function ensureWorker(): Promise<StoreWorker> {
    worker ??= startStoreWorker({
      options: { ...options, whenAbsent },
      writeLog,
      onNews: notifyListeners,
      onBreak: handleBreak,
    }).catch((error) => {
      worker = undefined;
      throw error;
    });
    return worker;
  }

  /** Logs that the thread has ended, and starts another after a delay. */
  function handleBreak(error: unknown): void {
    worker = undefined;
    log.error('store-thread-broke', error);
    restartLater();
  }

  /**
   * Starts the worker after a delay, and tries again until it succeeds or the store is closed. A call would
   * start it as well, but mails must be sent even without one.
   */
  function restartLater(): void {
    setTimeout(() => {
      if (!isClosed) ensureWorker().catch(restartLater);
    }, restartDelayMs).unref();
  }

  await ensureWorker();
  whenAbsent = 'refuse';
  /** Performs a call in the thread. */
  async function perform<Name extends AnyCall>(
    name: Name,
    request: StoreRequest<Name>,
  ): Promise<StoreResult<Name>> {
    if (isClosed) throw new StoreError('closed', 'Cannot ask the store: it is closed');
    const { call } = await ensureWorker();
    // The thread answers with the result of the call of this name.
    return call(name, request as never) as Promise<StoreResult<Name>>;
  }

  return {
    ...createCalls(storeCallNames, perform),
    shared: options.databaseUrl === undefined ? undefined : createCalls(sharedCallNames, perform),
    /** Adds a listener. Returns the function that removes it. */
    onNotification(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Waits for mails that are being sent, and ends the thread. Does nothing the second time. */
    async close() {
      if (isClosed) return;
      isClosed = true;
      await (await worker)?.close();
    },
  };
}
