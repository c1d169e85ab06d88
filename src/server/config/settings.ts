import type { ReadinessSettings } from '../health/health.ts';
import settings from './settings.json' with { type: 'json' };

/** The server's constants that no product owner edits; `settings.json` beside is the one place where they stand. */
export interface ServerSettings {
  /** How much one address may ask for (docs/contract.md, "Refusals"). */
  readonly limits: {
    readonly windowMs: number;
    /** Calls of `sendContactUs` in a window. */
    readonly sends: number;
    /** How many times as much the addresses of one network (IPv6, /48) may ask for together. */
    readonly perNetwork: number;
    /** Forms that are posted without scripts in a window, whatever is wanted by them. */
    readonly posts: number;
    /** Tries to sign in to the studio in a window: of one address; and, of wrong ones, under one name, or in one browser that knows it. */
    readonly signIns: number;
    readonly signInsByName: number;
    /** Domains of mail providers whose mailboxes are those of another, by their own name. */
    readonly sameDomains: Readonly<Record<string, string>>;
    /** New passwords that are asked for in a window of their own: by one address, for one name, in all. */
    readonly wishes: {
      readonly windowMs: number;
      readonly address: number;
      readonly name: number;
      readonly all: number;
    };
    /**
     * Good enquiries in a window, whatever addresses they come from, above which they are suspected: to one office, from one page, in all;
     * and the sends in all above which any is refused.
     */
    readonly ceilings: {
      readonly office: number;
      readonly page: number;
      readonly all: number;
      readonly refused: number;
    };
    /** Enquiries that one drawing of a page may send, and how old it has to be: below, both are suspected. */
    readonly ticket: { readonly sends: number; readonly leastAgeMs: number };
    /**
     * With `SLIPWAY_CHALLENGE`: good enquiries in a window, of one address, to one office, from one page, in all, above which a page has to
     * prove its effort; the most hashes that this takes it, twice the mean; and how long it has for that.
     */
    readonly challenge: {
      readonly address: number;
      readonly office: number;
      readonly page: number;
      readonly all: number;
      readonly mostTries: number;
      readonly maxAgeMs: number;
    };
    /** A second, longer window for calls without a ticket that holds (docs/architecture.md, "A submission's way"). */
    readonly withoutTicket: { readonly windowMs: number; readonly sends: number };
    /** Links to saved answers in a window of their own: that one address asks for, that go to one mail address, in all. */
    readonly resumeLinks: {
      readonly windowMs: number;
      readonly address: number;
      readonly recipient: number;
      readonly all: number;
    };
    /** Visitors' receipts, in windows that all have to grant one: those of one address on the network, to one mail address, in all. */
    readonly receipts: readonly ReceiptLimit[];
    /** Steps that are reported to `/api/figures` in a window. */
    readonly figures: number;
    /** Calls of `/api/contact-upload` in a window. */
    readonly uploadTargets: number;
    /** Most addresses that are remembered at a time. */
    readonly addresses: number;
    /**
     * Of limits that several servers share: how often what counts no more is forgotten, and how long each server counts by itself once the
     * database has failed.
     */
    readonly shared: { readonly sweepEveryMs: number; readonly aloneMs: number };
  };
  /** What is held of bodies while they arrive, in all and of one address, its forms in parts, and how long another body may take. */
  readonly bodies: {
    readonly bytes: number;
    readonly bytesOfAddress: number;
    readonly formsOfAddress: number;
    readonly arriveMs: number;
  };
  readonly readiness: ReadinessSettings;
  readonly figures: FiguresSettings;
  readonly judging: {
    /** The longest time that a check of submitted values may work, in milliseconds; more where a type has many schemas, `schemaMs` for each. */
    readonly checkMs: number;
    readonly schemaMs: number;
    /** The number of characters and members that are checked without a bound of time, where a schema has no other patterns than `quickPatterns`, which are proven linear. */
    readonly quickSize: number;
    readonly quickPatterns: readonly string[];
  };
  readonly retention: RetentionSettings;
  /** How long a stop waits for requests, uploads among them, and how long it may take altogether. */
  readonly stop: { readonly requestsMs: number; readonly totalMs: number };
  /** Most bytes of the changes of the studio's draft, of which one person's take half. */
  readonly draft: { readonly mostBytes: number };
  readonly ticket: { readonly maxAgeMs: number };
  /** Forms that are posted without scripts: most fields, and most photos that are taken of one. */
  readonly posts: { readonly fields: number; readonly photos: number };
  readonly idempotency: { readonly rememberedMs: number };
  /** Answers that are saved to go on with later, and the mails with their links. */
  readonly resume: ResumeSettings;
  /** The people of the studio. */
  readonly people: PeopleSettings;
  readonly desk: DeskSettings;
  readonly store: {
    /** Most entries of one transaction. */
    readonly batchSize: number;
    /** How long to wait for another process that writes. */
    readonly busyTimeoutMs: number;
    /** How long after an enquiry its words are indexed where nobody looks for any before, and of how many enquiries at a time. */
    readonly wordsAfterMs: number;
    readonly wordsBatch: number;
  };
  readonly postgres: PostgresSettings;
  readonly instances: InstanceSettings;
  readonly sharedFiles: SharedFileSettings;
  readonly mail: MailSettings;
  readonly receipts: ReceiptSettings;
  readonly deliveries: DeliverySettings;
  readonly bucket: BucketSettings;
  readonly photos: PhotoSettings;
}

/** The visitors' receipts; what is not said here is as of mails. */
export interface ReceiptSettings {
  /** Most under way at a time, and of them to one address. */
  readonly concurrency: number;
  readonly perRecipient: number;
  /** The most characters that one answer has in a receipt. */
  readonly longestAnswer: number;
}

/** How many receipts there are in a window. */
export interface ReceiptLimit {
  readonly windowMs: number;
  readonly address: number;
  readonly recipient: number;
  readonly all: number;
}

/** How visits are counted. */
export interface FiguresSettings {
  /** The share of visits that pages count: 1 counts all, 0.1 one in ten, each as ten. What the server counts itself, it counts whole. */
  readonly share: number;
  /** The most steps that one report may tell. */
  readonly mostSteps: number;
  /** How often what was counted is written. */
  readonly writeEveryMs: number;
  /** Smaller counts of fields and messages are not told: a few say more of persons than of a field. */
  readonly fewest: number;
  /** How many days are shown where nothing is said, and at most. */
  readonly usualDays: number;
  readonly mostDays: number;
}

/** How a PostgreSQL database is used, where `DATABASE_URL` names one. */
export interface PostgresSettings {
  /** The most of one instance. */
  readonly connections: number;
  /** Most statements at a time that store enquiries, and that ask whether some are known; each is for all that have come by then. */
  readonly acceptsAtOnce: number;
  /** How long to wait for a connection, whether the server is slow or all are taken. */
  readonly connectTimeoutMs: number;
  /** How long a connection that nobody needs is kept. */
  readonly idleMs: number;
  /** How long a statement may take, by the server's clock, and how long the server may say nothing at all. */
  readonly statementTimeoutMs: number;
  readonly silenceTimeoutMs: number;
  /** How long after its last word an instance is taken for dead, so that others send the mails that it was sending. */
  readonly senderLeaseMs: number;
  /** How long what has gone by its age may lie in free parts of the database's pages, and how long it may take to tidy them. */
  readonly tidyAfterMs: number;
  readonly tidyTimeoutMs: number;
  /** How long after the connection broke by which an instance hears of others it is made anew. */
  readonly newsRetryMs: number;
}

/** How servers of one database know of each other. */
export interface InstanceSettings {
  /** How often each says that it lives, and looks at the others. */
  readonly everyMs: number;
  /** How long after its last word it is taken for dead. */
  readonly aliveMs: number;
}

/** How servers of one database give files in each other's place. */
export interface SharedFileSettings {
  /** How often each says which it needs, and how soon again where that failed. */
  readonly everyMs: number;
  readonly retryMs: number;
  /** How long a page that is drawn for the first time waits until others have what it names. */
  readonly patienceMs: number;
  /** How long what no server needs any more is kept for the pages that visitors have open. */
  readonly unneededMs: number;
  /** The most that a server keeps of others' files, so that it need not read them again. */
  readonly cacheBytes: number;
}

/** How long what is stored may be kept before it goes by itself. */
export interface RetentionSettings {
  /** The longest that may be said. */
  readonly mostDays: number;
}

/**
 * How much may be saved, and how long a visitor waits for the mail server that is to send the link: both times together are less than a page
 * waits (`sendTimeoutMs`).
 */
export interface ResumeSettings {
  /** The most that the answers may take, as JSON. */
  readonly maxBytes: number;
  /** Most links that are sent at a time. */
  readonly concurrency: number;
  readonly connectTimeoutMs: number;
  readonly silenceTimeoutMs: number;
}

/** How people come into the studio, and for how long. */
export interface PeopleSettings {
  /** How long a session holds: a working day. */
  readonly sessionMs: number;
  /** How often it is noted that a session or a token was used. */
  readonly noteEveryMs: number;
  /** How often it is asked whether those who have the studio open still may. */
  readonly standingEveryMs: number;
  /** Changes of presence within this time, in milliseconds, are told together. */
  readonly presenceEveryMs: number;
  /** Most streams of events of one session, or token, and of one person on a server; and what one may leave unread before it is ended. */
  readonly streams: {
    readonly ofSession: number;
    readonly ofPerson: number;
    readonly mostUnreadBytes: number;
  };
  /** How long links hold: of an invitation, of a new password, of `npm run new-owner`. */
  readonly invitationMs: number;
  readonly resetMs: number;
  readonly ownerLinkMs: number;
  /** How long a token may hold, and how long its end is remembered. */
  readonly longestTokenMs: number;
  readonly endedTokensMs: number;
  /** Most tokens of a person that hold. */
  readonly mostTokens: number;
  /** Changes of the draft by one person are noted in the audit log once in this time. */
  readonly draftNotesMs: number;
  /** Refused sign-ins of one name and address are noted there once in this time, with how many they were. */
  readonly refusedNotesMs: number;
  /** In characters. */
  readonly shortestPassword: number;
  readonly longestPassword: number;
  readonly scrypt: ScryptSettings;
  /** The mails with their links. */
  readonly mail: Omit<ResumeSettings, 'maxBytes'>;
}

/** How enquiries are found and looked after in the studio. */
export interface DeskSettings {
  /** In characters: of what is searched for, of a note, of what the list shows of a text. */
  readonly longestSearch: number;
  readonly longestNote: number;
  readonly longestExcerpt: number;
  /** Enquiries of one page. */
  readonly pageSize: number;
  /** Those that are found are counted so far. */
  readonly mostCounted: number;
  /** Enquiries that an export reads at a time. */
  readonly exportBatch: number;
}

/** What a password costs (RFC 7914): `cost` times `blockSize` times 128 bytes, `parallelization` times over. */
export interface ScryptSettings {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  /** Most that are computed at a time, and most that wait: whatever comes then is refused. */
  readonly concurrency: number;
  readonly waiting: number;
}

/** How long a bucket has, where `SLIPWAY_S3_BUCKET` names one. */
export interface BucketSettings {
  /** For a connection. */
  readonly connectMs: number;
  /** To answer, repeats included: visitors wait for it, and a page no longer than `sendTimeoutMs`. */
  readonly answerMs: number;
  /** Within which something of an object on its way has to move; an office that fetches a photo more slowly is cut off. */
  readonly silenceMs: number;
  /** To take a whole file, or to list all that there is. */
  readonly transferMs: number;
  /** How often it is looked at, for `/readyz`. */
  readonly lookEveryMs: number;
}

/** How photos are taken, stored and encoded anew. */
export interface PhotoSettings {
  /** The most that one photo may have, whatever a form's rules say. */
  readonly maxBytes: number;
  /** How long after it was stored an enquiry may name a photo (docs/behaviour.md, "In an enquiry"). */
  readonly usableMs: number;
  /** How long a photo that no enquiry names is stored; longer than `usableMs` and the life of a target together. */
  readonly unclaimedMs: number;
  readonly sweepEveryMs: number;
  /** How long the links of a mail hold. */
  readonly linkMs: number;
  /** How long a virus scanner may say nothing. */
  readonly scanSilenceMs: number;
  /** How much may be uploaded, and how slowly. */
  readonly uploads: UploadSettings;
  readonly reencoding: {
    /** More pixels than these are not decoded. */
    readonly maxPixels: number;
    /** The longest side of the mail's previews. */
    readonly previewPx: number;
    /** How long encoding one photo may take. */
    readonly timeoutMs: number;
    /** How long the process that encodes them waits for the next. */
    readonly idleMs: number;
    /** More bytes than these are not unfolded: pixels may have up to eight each. */
    readonly maxDecodedBytes: number;
    /** As many pixels are decoded of any photo: those of a square as large as a browser makes of a photo. */
    readonly freePixels: number;
    /** Of more than those, a JPEG of more pixels for each of its bytes is decoded smaller, and what cannot be is not decoded. */
    readonly pixelsPerByte: number;
    /** A photo of more pixels than these is made anew after all others that wait: it takes seconds. */
    readonly heavyPixels: number;
    /** The memory that the process may take. */
    readonly maxMemoryBytes: number;
    /** How long after each failure a photo is tried again; after the last it waits for somebody. */
    readonly retryAfterMs: readonly number[];
    /** How long to wait after a failure of the database. */
    readonly retryMs: number;
    /** How often to look for photos that another process has named or queued. */
    readonly pollMs: number;
    /** How long after it was named a photo lets uploads go before it is encoded anew. */
    readonly yieldMs: number;
    /** How long a photo may wait before the server is not ready. */
    readonly alarmMs: number;
  };
}

/** How much may be uploaded, and how slowly. */
export interface UploadSettings {
  /** Most uploads under way, in all and of one address. */
  readonly open: number;
  readonly openOfAddress: number;
  /** Most bytes in a window, in all and of one address. */
  readonly windowMs: number;
  readonly bytes: number;
  readonly bytesOfAddress: number;
  /** Fewer bytes than these in a second, on the average of `everyMs`, are too few. */
  readonly leastBytesPerS: number;
  readonly everyMs: number;
  /** How long an upload may take in all. */
  readonly mostMs: number;
}

/** How mails are tried. The default tries last three days. */
export interface MailSettings {
  /** Most mails under way at a time. */
  readonly concurrency: number;
  /** Most of them to one address, so that one which is slow to take its mails holds up no other. */
  readonly perRecipient: number;
  /** Attempts until a mail has failed. */
  readonly tries: number;
  /** The delay before the second attempt; each further one is `delayFactor` times as long. */
  readonly firstDelayMs: number;
  readonly delayFactor: number;
  readonly longestDelayMs: number;
  /** The share of a delay by which it is varied, to either side: 0 to 1. */
  readonly jitter: number;
  /** How often to look for mails that another process queued. */
  readonly pollMs: number;
  /** How long connecting and the mail server's greeting may take. */
  readonly connectTimeoutMs: number;
  /** How long a mail server may be silent: ten minutes while it takes the message in (RFC 5321, "Timeouts"). */
  readonly silenceTimeoutMs: number;
  /** How long a stop waits for mails that are under way. */
  readonly graceMs: number;
  /** How long a mail may wait before the server is not ready. */
  readonly alarmMs: number;
  /** How long a mail waits for its photos; then it goes with their links. */
  readonly photosWaitMs: number;
}

/** How deliveries to destinations besides the mail are tried. The default tries last three days. */
export interface DeliverySettings
  extends Pick<
    MailSettings,
    'tries' | 'firstDelayMs' | 'delayFactor' | 'longestDelayMs' | 'jitter' | 'pollMs'
  > {
  /** Most under way to one destination; one that hangs holds up no other. */
  readonly perDestination: number;
  /** How long a server has what it took for itself: longer than `timeoutMs`, so that nothing is under way twice. */
  readonly leaseMs: number;
  /** How long one try may take. */
  readonly timeoutMs: number;
  /** The most that is read of an answer. */
  readonly answerBytes: number;
  /** How long a stop waits for what is under way. */
  readonly graceMs: number;
  /** How long a delivery may wait before somebody is warned. */
  readonly alarmMs: number;
  /** How long a delivery waits for photos; then it goes with links that are not ready. */
  readonly photosWaitMs: number;
}

/** The settings that ship. */
export const serverSettings: ServerSettings = settings;
