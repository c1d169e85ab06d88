import type { Id, Json } from '#engine';
import { read, write, writeUnforced } from './call.ts';
import { deliveryCalls } from './delivery-calls.ts';
import type { NewDelivery } from './delivery-entry.ts';
import { deskCalls } from './desk-calls.ts';
import type { EnquiryReach, QueueRequest, ReleaseOutcome, ResendOutcome } from './desk-entry.ts';
import { draftCalls } from './draft-calls.ts';
import type { EnquiryRecord, MailState } from './enquiry-record.ts';
import { figureCalls } from './figure-calls.ts';
import { installationCalls } from './installation-calls.ts';
import { instanceCalls } from './instance-calls.ts';
import { limitCalls } from './limit-calls.ts';
import type { NewMail } from './mail-queue.ts';
import type { OnNews } from './news.ts';
import { auditCalls, peopleCalls } from './people-calls.ts';
import type {
  NewPhoto,
  PhotoEntry,
  PhotoFault,
  PhotoFigures,
  QuarantinedPhoto,
  ReencodedPhoto,
} from './photo-entry.ts';
import { presenceCalls } from './presence-calls.ts';
import { privacyCalls } from './privacy-calls.ts';
import type { NewReceipt } from './receipt-entry.ts';
import { sharedFileCalls } from './shared-file-calls.ts';
import { versionCalls } from './version-calls.ts';

export type { EnquiryRecord, MailState, QueueRequest, ReleaseOutcome, ResendOutcome };

/**
 * Every call of the store with what it takes and what it resolves with. From this one list come the type of the store,
 * the messages to the thread that it runs in, and the functions that send them.
 *
 * Every time is milliseconds since 1970 UTC and comes in as an argument. A promise that resolves says that the change
 * is on the disk, where nothing else is said; every call rejects with a `StoreError` where the database does not do its work (full disk, closed),
 * and may be made again. Changes that arrive while a transaction is under way are committed together; one that fails,
 * fails alone.
 */
export const storeCalls = {
  /** Stores the enquiry, its mail, its receipt and its idempotency key in one transaction. */
  accept: write<NewEnquiry, Acceptance>(),
  /**
   * What is remembered of an idempotency key, for a repeat to be answered before it is judged anew. Absent where
   * nothing is: only accepted enquiries are remembered, a refused one has changed nothing.
   */
  recall: read<
    { readonly key: string; readonly bodyHash: string; readonly now: number },
    Repetition | undefined
  >(),
  /** Enquiries in the order of their arrival: those after the cursor, at most `limit`. */
  page: read<{ readonly after?: number; readonly limit: number }, EnquiryPage>(),
  /** How many enquiries within a reach have arrived since a time, and when the newest did, by their type. */
  arrivals: read<{ readonly since: number; readonly within?: EnquiryReach }, readonly Arrivals[]>(),
  /** One enquiry, by its id or its reference. */
  enquiry: read<string, EnquiryRecord | undefined>(),
  /** Queues a mail once more, at once, with all its tries. `id` is the enquiry's id or reference. */
  resend: write<QueueRequest, ResendOutcome>(),
  /**
   * Queues the mail of an enquiry that was suspected, with `only` for that reason alone. `id` is its id or reference. A receipt that was held
   * goes too where `withReceipt` says so, else never.
   */
  release: write<
    QueueRequest & { readonly only?: Suspicion; readonly withReceipt?: boolean },
    ReleaseOutcome
  >(),
  /** Deletes at most so many suspected enquiries that arrived before a time; gives how many it were. */
  forgetSuspected: write<{ readonly receivedBefore: number; readonly limit: number }, number>(),
  /** What waits and what could not be sent. */
  mailFigures: read<void, MailFigures>(),
  /** Resolves when the database answers. */
  ping: read<void, void>(),
  /** Resolves when the disk has taken a commit that changes nothing; false where a newer version has changed the database's shape. */
  probe: write<void, boolean>(),
  /** Records a photo; resolves when its upload target may be given out. It is on the disk with the enquiry that names it. */
  issuePhoto: writeUnforced<NewPhoto, void>(),
  /** Those of the paths that were issued here. */
  findPhotos: read<readonly string[], readonly PhotoEntry[]>(),
  /** Notes that the bytes have arrived, which is on the disk with the enquiry that names them; false where they had before. */
  notePhotoStored: writeUnforced<
    { readonly path: string; readonly bytes: number; readonly storedAt: number },
    boolean
  >(),
  /**
   * At most so many stored photos that are to be made anew by now, those first that an enquiry named first. Servers that share a database of
   * their own get none that another has got, is alive and has not noted.
   */
  photosToMake: read<{ readonly now: number; readonly limit: number }, readonly PhotoEntry[]>(),
  /**
   * Has photos made that enquiries name and that nobody is to make: a server of an older version, on the same data folder, has stored such
   * enquiries. Gives how many there were.
   */
  adoptPhotos: write<{ readonly now: number }, number>(),
  /** Notes why a photo could not be made; it is tried again at `makeAt`, or waits for somebody where that is null. */
  notePhotoFault: write<
    { readonly path: string; readonly fault: PhotoFault; readonly makeAt: number | null },
    void
  >(),
  /** Photos that enquiries name and that could not be made, those first that arrived first. */
  quarantine: read<void, readonly QuarantinedPhoto[]>(),
  /** Has a photo in quarantine made now, or handed out as it is; false where it is not in quarantine. */
  requeuePhoto: write<
    { readonly path: string; readonly now: number; readonly isReleased: boolean },
    boolean
  >(),
  photoFigures: read<{ readonly now: number }, PhotoFigures>(),
  /** False where it was noted before, or the photo is forgotten. */
  notePhotoReencoded: write<ReencodedPhoto, boolean>(),
  /** Paths issued before a time that no enquiry names, the oldest first. */
  unclaimedPhotos: read<{ readonly issuedBefore: number; readonly limit: number }, readonly string[]>(),
  /** Forgets those of the paths that no enquiry names. */
  forgetPhotos: write<readonly string[], void>(),
  /** Stores what was answered of a form that is not finished. */
  saveAnswers: write<SavedAnswers, void>(),
  /** What is stored under the hash of a link's word and has not expired. */
  savedAnswers: read<{ readonly hash: string; readonly now: number }, SavedAnswers | undefined>(),
  /** Deletes at most so many that have expired; gives how many it were. */
  forgetSavedAnswers: write<{ readonly now: number; readonly limit: number }, number>(),
  ...deliveryCalls,
  ...deskCalls,
  ...privacyCalls,
  ...figureCalls,
  ...peopleCalls,
  ...auditCalls,
  ...versionCalls,
  ...draftCalls,
  ...installationCalls,
  ...presenceCalls,
  ...instanceCalls,
  ...limitCalls,
  ...sharedFileCalls,
};

/** The name of a call. */
export type StoreCall = keyof typeof storeCalls;

type Types<Name extends StoreCall> = NonNullable<(typeof storeCalls)[Name]['types']>;

/** What a call takes. */
export type RequestOf<Name extends StoreCall> = Parameters<Types<Name>>[0];

/** What a call resolves with. */
export type ResultOf<Name extends StoreCall> = ReturnType<Types<Name>>;

/** The calls, each as a function. */
export type StoreCalls = {
  readonly [Name in StoreCall]: (request: RequestOf<Name>) => Promise<ResultOf<Name>>;
};

/** Where enquiries, their mails and what is known of their photos are stored. */
export interface Store extends StoreCalls {
  /** Finishes what is under way and closes; later calls reject. */
  readonly close: () => Promise<void>;
  /** Hears of what other instances have changed, where the database carries that; it may be lost on its way. */
  readonly onNews: OnNews;
}

/** The store's calls as its database carries them out: at once. */
export type SyncCalls = {
  readonly [Name in StoreCall]: (request: RequestOf<Name>) => ResultOf<Name>;
};

/** A function for every call of the list, each of which hands its request to `perform`. */
export function createCalls(
  perform: <Name extends StoreCall>(name: Name, request: RequestOf<Name>) => Promise<ResultOf<Name>>,
): StoreCalls {
  const names = Object.keys(storeCalls) as StoreCall[];
  const calls = names.map((name) => [name, (request: never) => perform(name, request)]);
  // Each name is in the list and stands with a function of its own request.
  return Object.fromEntries(calls) as StoreCalls;
}

/**
 * The answers of a form that its visitor goes on with by a link (docs/behaviour.md, "Save and return later"). They go when they expire, and
 * as soon as an enquiry of that type arrives from that address.
 */
export interface SavedAnswers {
  /** SHA-256 of the word in the link, which stands nowhere else: who reads the database can open no link. */
  readonly hash: string;
  readonly savedAt: number;
  readonly expiresAt: number;
  /** Of the page: `/valuation`. */
  readonly path: string;
  readonly enquiryType: Id;
  /** Where the link was sent. */
  readonly email: string;
  /** By field, as they were entered; never files. */
  readonly values: { readonly [field: string]: Json };
}

/** An enquiry that was judged and found good. */
export interface NewEnquiry {
  /** A UUID: the mail's Message-ID and file name are made from it. */
  readonly id: string;
  /** What a person quotes, from `newReference`: `K7Q-M2X-HP4`. */
  readonly reference: string;
  readonly receivedAt: number;
  readonly domain: string;
  readonly submissionUrl: string;
  /** The enquiry type's id, as sent. */
  readonly enquiryType: Id;
  /** The office's id as content gives it, or null. */
  readonly office: Id | null;
  /** Who of the content's recipients gets the mail before the office, by its id. */
  readonly recipient?: string;
  /** Who the visitor is, by the fields that say so. */
  readonly visitor: { readonly name?: string; readonly email?: string };
  /** Effective values by field, named as on the wire. */
  readonly values: { readonly [field: string]: Json };
  /** Paths of its photos. */
  readonly photos: readonly string[];
  /** What the server noted while judging, in words of its own, e.g. which fields it dropped. Never a visitor's words. */
  readonly notes: readonly string[];
  /** The hash of the form that judged it: the one that the visitor saw. */
  readonly formHash: string;
  /** The number of that version. */
  readonly version?: number;
  /** Absent where the request had no `Idempotency-Key`. */
  readonly idempotency?: {
    readonly key: string;
    /** Tells bodies apart: two requests with the same body have the same hash. */
    readonly bodyHash: string;
  };
  /** Its `to` is null where neither office nor site has an address: `no-recipient`. */
  readonly mail: NewMail;
  /** Stored and sent beside the mail; absent where the form gives none. */
  readonly receipt?: NewReceipt;
  /** What goes to destinations besides; absent: nothing. */
  readonly deliveries?: readonly NewDelivery[];
  /** Why it looks like a robot's, which is stored without being sent; absent where it does not. */
  readonly suspicion?: Suspicion;
}

/**
 * Why an enquiry looks like a robot's: the field that no visitor meets was filled in; it came sooner than anybody writes; one drawing of a
 * page has sent too many; too many arrive at once, whoever sends them; of many, its page has not proven its effort (yet).
 */
export type Suspicion = 'honeypot' | 'too-fast' | 'ticket-worn' | 'too-many' | 'unproven';

/** What became of an accepted entry. Its answer to the visitor follows from `id` and `reference` alone. */
export type Acceptance =
  | { readonly kind: 'accepted'; readonly id: string; readonly reference: string }
  | Repetition;

/** What an idempotency key is remembered with (docs/contract.md, "Headers"). */
export type Repetition =
  /** Same key, same body: the first enquiry's id and reference. Nothing was stored. */
  | { readonly kind: 'repeated'; readonly id: string; readonly reference: string }
  /** Same key, another body: refuse with `IDEMPOTENCY_KEY_REUSED`. Nothing was stored. */
  | { readonly kind: 'key-reused' };

/** The enquiries of a type that have arrived lately. */
export interface Arrivals {
  /** The enquiry type's id. */
  readonly type: string;
  readonly count: number;
  /** When the newest arrived. */
  readonly newest: number;
}

/** Some enquiries; `next` is the cursor of the following ones, absent where there are none. */
export interface EnquiryPage {
  readonly enquiries: readonly EnquiryRecord[];
  readonly next?: number;
}

/** How many mails are in a state that somebody may have to look at. */
export interface MailFigures {
  readonly waiting: number;
  readonly failed: number;
  readonly noRecipient: number;
  readonly suspected: number;
  /** Since when the mail that has waited longest waits; absent where none does. */
  readonly oldestWaitingSince?: number;
}
