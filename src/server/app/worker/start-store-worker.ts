import { Worker } from 'node:worker_threads';
import type { StoreNotification } from '../../store/notifications.ts';
import type { StoreCall, StoreRequest, StoreResult } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import type { FromWorker, SentError, StoreWorkerOptions, ToWorker } from './store-worker.ts';

/** A thread with an open store. */
export interface StoreWorker {
  /** Calls the store in the thread. Rejects with a `StoreError` if the call fails or the thread ends. */
  call<Name extends StoreCall>(name: Name, request: StoreRequest<Name>): Promise<StoreResult<Name>>;
  /** Closes the store after the mails that are being sent, and resolves when the thread has ended. */
  close(): Promise<void>;
}

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
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
  const pending = new Map<number, PendingCall>();
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let failure: unknown = new StoreError('broken', 'Cannot ask the store: its thread has ended');
  let onEnd = onBreak;

  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'open') opened.resolve();
    else if (message.kind === 'not-open') failure = toStoreError(message.error);
    else if (message.kind === 'log') writeLog(message.line);
    else if (message.kind === 'news') onNews(message.news);
    else settlePendingCall(pending, message);
  });
  worker.on('error', (error) => {
    failure = new StoreError('broken', 'Cannot ask the store: its thread broke', { cause: error });
  });
  worker.on('exit', () => {
    opened.reject(failure);
    for (const { reject } of pending.values()) reject(failure);
    pending.clear();
    ended.resolve();
  });
  await opened.promise;
  worker.on('exit', () => onEnd(failure));

  const postToWorker = (message: ToWorker) => worker.postMessage(message);
  let lastNumber = 0;
  return {
    call: (name, request) =>
      new Promise((resolve, reject) => {
        lastNumber += 1;
        postToWorker({ number: lastNumber, name, request });
        // The thread answers with the result of the store's call of the same name.
        pending.set(lastNumber, { resolve: resolve as PendingCall['resolve'], reject });
      }),
    close() {
      onEnd = () => undefined;
      postToWorker('close');
      return ended.promise;
    },
  };
}

/** Resolves or rejects the call that the message answers, and removes it. Ignores an unknown number. */
function settlePendingCall(
  pending: Map<number, PendingCall>,
  message: Extract<FromWorker, { readonly number: number }>,
): void {
  const call = pending.get(message.number);
  pending.delete(message.number);
  if (message.kind === 'done') call?.resolve(message.result);
  else call?.reject(toStoreError(message.error));
}

/** Returns the error that the thread has sent as a `StoreError` again. */
function toStoreError({ code, message }: SentError): StoreError {
  return new StoreError(code, message);
}
