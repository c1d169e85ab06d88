import { Worker } from 'node:worker_threads';
import { StoreError } from '../port.ts';
import type {
  FromThread,
  Request,
  RequestOf,
  ResultOf,
  SentError,
  StoreCall,
  StoreThreadOptions,
  ToThread,
} from './messages.ts';

/** One thread that holds a store. */
export interface StoreThread {
  ask<Call extends StoreCall>(call: Call, request: RequestOf<Call>): Promise<ResultOf<Call>>;
  /** Resolves when the thread has ended. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Starts a thread and waits until its store is open. `onBreak` hears of a later end that nobody asked for; what was
 * asked and not answered then rejects.
 * @throws StoreError where the database cannot be opened.
 */
export function startStoreThread({
  options,
  writeLog,
  onBreak,
}: {
  readonly options: StoreThreadOptions;
  readonly writeLog: (line: string) => void;
  readonly onBreak: (error: unknown) => void;
}): Promise<StoreThread> {
  const worker = new Worker(new URL('./store-thread.ts', import.meta.url), { workerData: options });
  const waiting = new Map<number, Waiting>();
  const opened = Promise.withResolvers<StoreThread>();
  const ended = Promise.withResolvers<void>();
  let lastNumber = 0;
  let state: 'opening' | 'open' | 'closing' = 'opening';
  let failure: unknown = new StoreError('broken', 'Cannot ask the store: its thread has ended');

  const post = (message: ToThread) => worker.postMessage(message);
  const thread: StoreThread = {
    ask: (call, request) =>
      new Promise((resolve, reject) => {
        lastNumber += 1;
        post({ number: lastNumber, ask: toRequest(call, request) });
        waiting.set(lastNumber, { resolve: toAnyResult(resolve), reject });
      }),
    close() {
      state = 'closing';
      post('close');
      return ended.promise;
    },
  };

  worker.on('message', (message: FromThread) => {
    if (message.kind === 'open') {
      state = 'open';
      opened.resolve(thread);
    } else if (message.kind === 'not-open') failure = toError(message.error);
    else if (message.kind === 'log') writeLog(message.line);
    else settle(waiting, message);
  });
  worker.on('error', (error) => {
    failure = new StoreError('broken', 'Cannot ask the store: its thread broke', { cause: error });
  });
  worker.on('exit', () => {
    opened.reject(failure);
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    ended.resolve();
    if (state === 'open') onBreak(failure);
  });
  return opened.promise;
}

function settle(
  waiting: Map<number, Waiting>,
  answer: Extract<FromThread, { readonly number: number }>,
): void {
  const caller = waiting.get(answer.number);
  waiting.delete(answer.number);
  if (answer.kind === 'done') caller?.resolve(answer.result);
  else caller?.reject(toError(answer.error));
}

/** The pair is one of `Request`'s, since `RequestOf` chose the second by the first. */
function toRequest<Call extends StoreCall>(call: Call, request: RequestOf<Call>): Request {
  return { call, request } as Request;
}

/** The thread performs a call with the same store method whose result `ResultOf` is. */
function toAnyResult<Result>(resolve: (result: Result) => void): Waiting['resolve'] {
  return resolve as Waiting['resolve'];
}

function toError({ code, message }: SentError): StoreError {
  return new StoreError(code, message);
}
