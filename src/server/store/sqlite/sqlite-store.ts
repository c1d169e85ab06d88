import type { DatabaseSync } from 'node:sqlite';
import type { ServerSettings } from '../../config/settings.ts';
import type { PhotoRecords } from '../../photos/port.ts';
import { preparePhotos } from '../../photos/records/sqlite-photos.ts';
import { createGroupCommit } from '../group-commit.ts';
import { type EnquiryStore, type MailQueue, StoreError } from '../port.ts';
import { prepareAccept } from './accept.ts';
import { commitTogether } from './commit.ts';
import { openDatabase, openExistingDatabase } from './database.ts';
import { toStoreError } from './errors.ts';
import { prepareKeys } from './keys.ts';
import { prepareMails } from './mails.ts';
import { preparePage } from './records.ts';
import { createSoleSender } from './sole-sender.ts';

/** Which database, and how it is used. */
export interface SqliteStoreOptions {
  readonly dataFolder: string;
  readonly settings: Pick<ServerSettings, 'store' | 'idempotency'>;
}

/**
 * The embedded database of a data folder. Its calls hold up this thread while they wait for the disk; a server keeps
 * it in a thread of its own (`openStore`).
 * @throws StoreError where the database cannot be opened.
 */
export function openSqliteStore({
  dataFolder,
  settings,
}: SqliteStoreOptions): EnquiryStore & MailQueue & PhotoRecords {
  const { busyTimeoutMs } = settings.store;
  return createSqliteStore({ db: openDatabase({ dataFolder, busyTimeoutMs }), dataFolder, settings });
}

/**
 * The same database beside a server that may be using it: never made, never migrated. Absent where there is none yet.
 * @throws StoreError where another version wrote it.
 */
export function openSqliteStoreBeside({
  dataFolder,
  settings,
}: SqliteStoreOptions): EnquiryStore | undefined {
  const { busyTimeoutMs } = settings.store;
  const db = openExistingDatabase({ dataFolder, busyTimeoutMs });
  return db && createSqliteStore({ db, dataFolder, settings });
}

function createSqliteStore({
  db,
  dataFolder,
  settings,
}: SqliteStoreOptions & { readonly db: DatabaseSync }): EnquiryStore & MailQueue & PhotoRecords {
  const sender = createSoleSender(dataFolder);
  const keys = prepareKeys(db);
  const accept = prepareAccept(db, { keys, rememberedMs: settings.idempotency.rememberedMs });
  const mails = prepareMails(db);
  const page = preparePage(db);
  const photos = preparePhotos(db);
  const write = createWriter({ db, batchSize: settings.store.batchSize });
  const listeners = new Set<() => void>();
  const mailQueued = () => {
    for (const listener of listeners) listener();
  };
  let isClosed = false;

  async function read<Result>(query: () => Result): Promise<Result> {
    if (isClosed) throw new StoreError('closed', 'Cannot read the database: it is closed');
    try {
      return query();
    } catch (error) {
      throw toStoreError(error, 'read the database');
    }
  }

  return {
    async accept(entry) {
      const acceptance = await write.add(() => {
        keys.forget({ now: entry.receivedAt });
        return accept(entry);
      });
      if (acceptance.kind === 'accepted' && entry.mail) mailQueued();
      return acceptance;
    },
    recall: (request) => read(() => keys.find(request)),
    page: (request) => read(() => page(request)),
    async resend(request) {
      const outcome = await write.add(() => mails.resend(request));
      if (outcome.kind === 'queued') mailQueued();
      return outcome;
    },
    ping: () => read(() => db.exec('SELECT 1')),
    async close() {
      if (isClosed) return;
      await write.close();
      isClosed = true;
      sender.release();
      db.close();
    },
    issuePhoto: (photo) => write.add(() => photos.issuePhoto(photo)),
    findPhotos: (paths) => read(() => photos.findPhotos(paths)),
    notePhotoStored: (arrival) => write.add(() => photos.notePhotoStored(arrival)),
    photosToMake: (limit) => read(() => photos.photosToMake(limit)),
    async settlePhoto(settlement) {
      const isSettled = await write.add(() => photos.settlePhoto(settlement));
      // A mail may have waited for it.
      if (isSettled) mailQueued();
      return isSettled;
    },
    unclaimedPhotos: (request) => read(() => photos.unclaimedPhotos(request)),
    forgetPhotos: (paths) => write.add(() => photos.forgetPhotos(paths)),
    becomeSender: () => read(sender.acquire),
    dueMails: (request) => read(() => mails.due(request)),
    nextMailDueAt: (request) => read(() => mails.nextDueAt(request)),
    settleMail: (settlement) => write.add(() => mails.settle(settlement)),
    onMailQueued(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What was written becomes the caller's only after the commit. */
type Acknowledge = () => void;

function createWriter({ db, batchSize }: { readonly db: DatabaseSync; readonly batchSize: number }) {
  const group = createGroupCommit<() => Acknowledge, Acknowledge>({
    commit: async (changes) => commitTogether({ db, changes, apply: (change) => change() }),
    batchSize,
  });
  let isClosing = false;
  return {
    add<Result>(work: () => Result): Promise<Result> {
      if (isClosing) {
        return Promise.reject(new StoreError('closed', 'Cannot write to the database: it is closed'));
      }
      return new Promise((resolve, reject) => {
        group
          .add(() => {
            const result = work();
            return () => resolve(result);
          })
          .then((acknowledge) => acknowledge(), reject);
      });
    },
    async close(): Promise<void> {
      isClosing = true;
      await group.settled();
    },
  };
}
