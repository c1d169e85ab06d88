import type { Log } from '../log/log.ts';
import { StoreError } from './port.ts';
import type { Kept, RequestOf, ResultOf, StoreCall, StoreThreadOptions } from './thread/messages.ts';
import { type StoreThread, startStoreThread } from './thread/start-store-thread.ts';

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
}: StoreThreadOptions & {
  readonly log: Log;
  /** Takes the lines that the thread logs. */
  readonly writeLog: (line: string) => void;
}): Promise<Kept> {
  let thread: Promise<StoreThread> | undefined;
  let isClosed = false;

  function running(): Promise<StoreThread> {
    thread ??= startStoreThread({ options, writeLog, onBreak }).catch((error) => {
      thread = undefined;
      throw error;
    });
    return thread;
  }

  function onBreak(error: unknown): void {
    thread = undefined;
    log.error('store-thread-broke', error);
    restartLater();
  }

  /** A call starts it too; but mails are to go out even if nobody calls. */
  function restartLater(): void {
    setTimeout(() => {
      if (!isClosed) running().catch(restartLater);
    }, restartDelayMs).unref();
  }

  async function ask<Call extends StoreCall>(call: Call, request: RequestOf<Call>): Promise<ResultOf<Call>> {
    if (isClosed) throw new StoreError('closed', 'Cannot ask the store: it is closed');
    const { ask } = await running();
    return ask(call, request);
  }

  await running();
  return {
    accept: (entry) => ask('accept', entry),
    recall: (request) => ask('recall', request),
    page: (request) => ask('page', request),
    resend: (request) => ask('resend', request),
    ping: () => ask('ping', undefined),
    issuePhoto: (photo) => ask('issuePhoto', photo),
    findPhotos: (paths) => ask('findPhotos', paths),
    notePhotoStored: (arrival) => ask('notePhotoStored', arrival),
    photosToMake: (limit) => ask('photosToMake', limit),
    settlePhoto: (settlement) => ask('settlePhoto', settlement),
    unclaimedPhotos: (request) => ask('unclaimedPhotos', request),
    forgetPhotos: (paths) => ask('forgetPhotos', paths),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await (await thread)?.close();
    },
  };
}
