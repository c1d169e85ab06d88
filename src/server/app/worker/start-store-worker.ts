import { Worker } from 'node:worker_threads';
import { type CallPort, createCallPort } from '../../platform/concurrency/call-port.ts';
import type { StoreNotification } from '../../store/notifications.ts';
import type { SharedCalls, StoreCalls } from '../../store/store.ts';
import { type SentStoreError, StoreError, storeErrorConverter } from '../../store/store-error.ts';
import type { FromWorker, StoreWorkerOptions, ToWorker } from './store-worker.ts';

/** A thread with an open store. */
export interface StoreWorker {
  /** Calls the store in the thread. Rejects with a `StoreError` if the call fails or the thread ends. */
  readonly call: CallPort<StoreCalls & SharedCalls, unknown>['call'];
  /** Closes the store after the mails that are being sent, and resolves when the thread has ended. */
  close(): Promise<void>;
}

/**
 * Starts a thread and waits until its store is open.
 * @param callbacks `writeLog` gets each line that the thread logs, `onNews` each notification of its store.
 * `onBreak` is called if the thread ends unexpectedly after its store was open; unanswered calls then reject.
 * @throws StoreError if the database cannot be opened.
 */
export async function startStoreWorker({
  options,
  writeLog,
  onNews,
  onBreak,
}: {
  readonly options: StoreWorkerOptions;
  readonly writeLog: (line: string) => void;
  readonly onNews: (news: StoreNotification) => void;
  readonly onBreak: (error: unknown) => void;
}): Promise<StoreWorker> {
  const worker = new Worker(new URL('./store-worker.ts', import.meta.url), { workerData: options });
  const postToWorker = (message: ToWorker) => worker.postMessage(message);
  const port = createCallPort<StoreCalls & SharedCalls, SentStoreError>({
    post: postToWorker,
    errors: storeErrorConverter,
  });
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let failure: unknown = new StoreError('broken', 'Cannot ask the store: its thread has ended');
  let onEnd = onBreak;

  worker.on('message', (message: FromWorker) => {
    if ('number' in message) port.receive(message);
    else if (message.kind === 'open') opened.resolve();
    else if (message.kind === 'not-open') failure = storeErrorConverter.fromSent(message.error);
    else if (message.kind === 'log') writeLog(message.line);
    else onNews(message.news);
  });
  worker.on('error', (error) => {
    failure = new StoreError('broken', 'Cannot ask the store: its thread broke', { cause: error });
  });
  worker.on('exit', () => {
    opened.reject(failure);
    port.end(failure);
    ended.resolve();
  });
  await opened.promise;
  worker.on('exit', () => onEnd(failure));

  return {
    call: port.call,
    close() {
      onEnd = () => undefined;
      postToWorker('close');
      return ended.promise;
    },
  };
}
