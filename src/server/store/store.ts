import { blockCalls } from './calls/block-calls.ts';
import { defineRead, defineUnforcedWrite, defineWrite } from './calls/call.ts';
import { contentCopyCalls } from './calls/content-copy-calls.ts';
import { deliveryCalls } from './calls/delivery-calls.ts';
import { draftCalls } from './calls/draft-calls.ts';
import { figureCalls } from './calls/figure-calls.ts';
import { guideCalls } from './calls/guide-calls.ts';
import { inboxCalls } from './calls/inbox-calls.ts';
import { installationCalls } from './calls/installation-calls.ts';
import { instanceCalls } from './calls/instance-calls.ts';
import { limitCalls } from './calls/limit-calls.ts';
import { notificationCalls } from './calls/notification-calls.ts';
import { auditCalls, peopleCalls } from './calls/people-calls.ts';
import { presenceCalls } from './calls/presence-calls.ts';
import { privacyCalls } from './calls/privacy-calls.ts';
import { reviewCalls } from './calls/review-calls.ts';
import { sharedFileCalls } from './calls/shared-file-calls.ts';
import { versionCalls } from './calls/version-calls.ts';
import type { OnStoreNotification } from './notifications.ts';
import type { EnquiryRecord } from './records/enquiry-record.ts';
import type { EnquiryScope, QueueRequest, ReleaseOutcome, ResendOutcome } from './records/inbox-entry.ts';
import type { Acceptance, NewEnquiry, Repetition, Suspicion } from './records/new-enquiry.ts';
import type {
  NewPhoto,
  PhotoEntry,
  PhotoFault,
  PhotoFigures,
  QuarantinedPhoto,
  ReencodedPhoto,
} from './records/photo-entry.ts';
import type { SavedAnswers } from './records/stored-answers.ts';

/**
 * Every call of the store with the types of its request and result. The type of the store, the messages to
 * its worker thread and the functions that send them are derived from this list.
 *
 * Every time is milliseconds since 1970 UTC and is passed as an argument. Unless stated otherwise, a call
 * resolves when its change is on the disk. It rejects with a `StoreError` if the database fails (disk full,
 * closed), and may then be repeated. Changes that arrive during a transaction are committed together; a
 * failing one fails alone.
 */
const storeCalls = {
  /** Stores the enquiry, its mail, its receipt and its idempotency key in one transaction. */
  accept: defineWrite<NewEnquiry, Acceptance>(),
  /**
   * Returns the stored result of an idempotency key, so that a repetition is answered without judging it
   * again. Undefined if there is none: only accepted enquiries are recorded, since a refused one has changed
   * nothing.
   */
  recall: defineRead<
    { readonly key: string; readonly bodyHash: string; readonly now: number },
    Repetition | undefined
  >(),
  /** Returns at most `limit` enquiries after the cursor, in the order of arrival. */
  page: defineRead<{ readonly after?: number; readonly limit: number }, EnquiryListPage>(),
  /**
   * Returns, by type, how many enquiries within a scope have arrived since a time, and when the newest did.
   */
  arrivals: defineRead<{ readonly since: number; readonly within?: EnquiryScope }, readonly Arrivals[]>(),
  /** Returns an enquiry by its id or reference. */
  enquiry: defineRead<string, EnquiryRecord | undefined>(),
  /**
   * Queues a mail again, due at once and with a full number of tries. `id` is the enquiry's id or reference.
   */
  resend: defineWrite<QueueRequest, ResendOutcome>(),
  /**
   * Queues the mail of a suspected enquiry; with `only`, if it is suspected for that reason alone. `id` is
   * its id or reference. A held receipt is sent if `withReceipt` is true, otherwise never.
   */
  release: defineWrite<
    QueueRequest & { readonly only?: Suspicion; readonly withReceipt?: boolean },
    ReleaseOutcome
  >(),
  /** Deletes at most `limit` suspected enquiries that arrived before a time. Returns their number. */
  forgetSuspected: defineWrite<{ readonly receivedBefore: number; readonly limit: number }, number>(),
  /** Counts mails that wait or could not be sent. */
  mailFigures: defineRead<void, MailFigures>(),
  /** Resolves if the database answers a query. */
  ping: defineRead<void, void>(),
  /**
   * Resolves if the disk has accepted an empty commit. Returns false if a newer version has changed the
   * database's schema.
   */
  probe: defineWrite<void, boolean>(),
  /**
   * Records a photo. Its upload target may be issued once this resolves. The photo is on the disk at the
   * latest with its enquiry.
   */
  issuePhoto: defineUnforcedWrite<NewPhoto, void>(),
  /** Returns those of the paths that were issued here. */
  findPhotos: defineRead<readonly string[], readonly PhotoEntry[]>(),
  /**
   * Records that the bytes have arrived; on the disk at the latest with the photo's enquiry. Returns false if
   * they had arrived before.
   */
  recordPhotoStored: defineUnforcedWrite<
    { readonly path: string; readonly bytes: number; readonly storedAt: number },
    boolean
  >(),
  /**
   * Returns at most `limit` stored photos that are due to be re-encoded, ordered by when they became due. On
   * a shared database, photos that another live server has claimed and not finished are left out.
   */
  photosToMake: defineRead<{ readonly now: number; readonly limit: number }, readonly PhotoEntry[]>(),
  /**
   * Schedules photos of enquiries that a server of an older version, on the same data folder, has stored
   * without scheduling them. Returns their number.
   */
  adoptPhotos: defineWrite<{ readonly now: number }, number>(),
  /**
   * Puts a photo in quarantine, with the reason for which it could not be re-encoded. It is tried again at
   * `makeAt`, or waits for a person if that is null.
   */
  recordPhotoFault: defineWrite<
    { readonly path: string; readonly fault: PhotoFault; readonly makeAt: number | null },
    void
  >(),
  /** Returns the photos in quarantine in the order of arrival, also those that will be tried again. */
  quarantine: defineRead<void, readonly QuarantinedPhoto[]>(),
  /**
   * Schedules a photo in quarantine to be re-encoded now, or to be used unchanged. Returns false if it
   * is not in quarantine.
   */
  requeuePhoto: defineWrite<
    { readonly path: string; readonly now: number; readonly isReleased: boolean },
    boolean
  >(),
  /** Counts the photos that are due to be re-encoded, and those in quarantine. */
  photoFigures: defineRead<{ readonly now: number }, PhotoFigures>(),
  /**
   * Records that a photo was re-encoded or withheld. Returns false if it was recorded before, or the photo
   * was deleted.
   */
  recordPhotoReencoded: defineWrite<ReencodedPhoto, boolean>(),
  /** Returns paths that were issued before a time and that no enquiry contains, the oldest first. */
  unclaimedPhotos: defineRead<{ readonly issuedBefore: number; readonly limit: number }, readonly string[]>(),
  /** Deletes those of the paths that no enquiry contains. */
  forgetPhotos: defineWrite<readonly string[], void>(),
  saveAnswers: defineWrite<SavedAnswers, void>(),
  /** Returns the answers that are stored under the hash of a link's token and have not expired. */
  savedAnswers: defineRead<{ readonly hash: string; readonly now: number }, SavedAnswers | undefined>(),
  /** Deletes at most `limit` expired answers. Returns their number. */
  forgetSavedAnswers: defineWrite<{ readonly now: number; readonly limit: number }, number>(),
  ...deliveryCalls,
  ...inboxCalls,
  ...blockCalls,
  ...notificationCalls,
  ...privacyCalls,
  ...figureCalls,
  ...peopleCalls,
  ...guideCalls,
  ...auditCalls,
  ...versionCalls,
  ...draftCalls,
  ...reviewCalls,
  ...installationCalls,
  ...contentCopyCalls,
};

/**
 * Calls of servers that share a database. An SQLite database belongs to one server, which has these data in
 * its data folder or in memory.
 */
const sharedCalls = {
  ...presenceCalls,
  ...instanceCalls,
  ...limitCalls,
  ...sharedFileCalls,
};

/** Every call by its name. */
export const callDefinitions = { ...storeCalls, ...sharedCalls };

export type StoreCall = keyof typeof storeCalls;

export type SharedCall = keyof typeof sharedCalls;

export type AnyCall = StoreCall | SharedCall;

export const storeCallNames = Object.keys(storeCalls) as readonly StoreCall[];

export const sharedCallNames = Object.keys(sharedCalls) as readonly SharedCall[];

type CallTypes<Name extends AnyCall> = NonNullable<(typeof callDefinitions)[Name]['types']>;

export type StoreRequest<Name extends AnyCall> = Parameters<CallTypes<Name>>[0];

export type StoreResult<Name extends AnyCall> = ReturnType<CallTypes<Name>>;

type Calls<Names extends AnyCall> = {
  readonly [Name in Names]: (request: StoreRequest<Name>) => Promise<StoreResult<Name>>;
};

export type StoreCalls = Calls<StoreCall>;

export type SharedCalls = Calls<SharedCall>;

export interface Store extends StoreCalls {
  /** The calls of servers that share the database; undefined for SQLite, which belongs to one server. */
  readonly shared: SharedCalls | undefined;
  /** Finishes running calls and closes the store; later calls reject. */
  readonly close: () => Promise<void>;
  /**
   * Adds a listener of changes by other instances, if the database can announce them. Notifications may be
   * lost.
   */
  readonly onNotification: OnStoreNotification;
}

/** The store's calls as the SQLite database implements them: synchronously. */
export type SyncCalls = {
  readonly [Name in StoreCall]: (request: StoreRequest<Name>) => StoreResult<Name>;
};

/** Returns a function for each name, which passes its name and its request to `perform`. */
export function createCalls<Names extends AnyCall>(
  names: readonly Names[],
  perform: <Name extends Names>(name: Name, request: StoreRequest<Name>) => Promise<StoreResult<Name>>,
): Calls<Names> {
  const calls = names.map((name) => [name, (request: never) => perform(name, request)]);
  // Each name is in the list, and its function takes the request of that name.
  return Object.fromEntries(calls) as Calls<Names>;
}

export interface Arrivals {
  /** The enquiry type's id. */
  readonly type: string;
  readonly count: number;
  /** The time at which the newest of them arrived. */
  readonly newest: number;
}

/** A page of enquiries. `next` is the cursor of the following page, absent on the last one. */
export interface EnquiryListPage {
  readonly enquiries: readonly EnquiryRecord[];
  readonly next?: number;
}

export interface MailFigures {
  readonly waiting: number;
  readonly failed: number;
  readonly noRecipient: number;
  readonly suspected: number;
  /** The time since which the oldest waiting mail waits; absent if none waits. */
  readonly oldestWaitingSince?: number;
}
