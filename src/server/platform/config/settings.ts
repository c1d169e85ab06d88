import type { ReadinessSettings } from '../health/health.ts';
import settings from './settings.json' with { type: 'json' };

/**
 * The server's constants that no product owner edits. Their only values are in `settings.json` beside this
 * file.
 */
export interface ServerSettings {
  /** Rate limits of one address (docs/contract.md, "Refusals"). */
  readonly limits: {
    readonly windowMs: number;
    /** Calls of the mutation that sends a form, in a window. */
    readonly sends: number;
    /** The multiple of an address's limit that all addresses of one network (IPv6, /48) share. */
    readonly perNetwork: number;
    /** Forms that are posted without scripts in a window, for any purpose. */
    readonly posts: number;
    /** Requests to links to previews, in a window. */
    readonly previews: number;
    /**
     * Attempts to sign in to the studio in a window: all of one address, and wrong ones for one name, or from
     * one browser in which this person has signed in before.
     */
    readonly signIns: number;
    readonly signInsByName: number;
    /** Domains of mail providers that are aliases: each maps to its main domain. */
    readonly sameDomains: Readonly<Record<string, string>>;
    /** Requests for a new password, in a separate window: by one address, for one name, in all. */
    readonly wishes: {
      readonly windowMs: number;
      readonly address: number;
      readonly name: number;
      readonly all: number;
    };
    /**
     * Valid enquiries in a window, from any addresses, above which further ones are suspected: to one office,
     * from one page, in all. `refused` is the number of sends in all above which they are refused.
     */
    readonly ceilings: {
      readonly office: number;
      readonly page: number;
      readonly all: number;
      readonly refused: number;
    };
    /** Enquiries that one rendered page may send, and its minimum age; otherwise they are suspected. */
    readonly ticket: { readonly sends: number; readonly leastAgeMs: number };
    /**
     * With `SLIPWAY_CHALLENGE`: valid enquiries in a window above which a page must prove an effort (of one
     * address, to one office, from one page, in all), the most hashes that the proof takes (twice the mean),
     * and its time limit.
     */
    readonly challenge: {
      readonly address: number;
      readonly office: number;
      readonly page: number;
      readonly all: number;
      readonly mostTries: number;
      readonly maxAgeMs: number;
    };
    /**
     * A second, longer window for calls without a valid ticket (docs/architecture.md, "A submission's way").
     */
    readonly withoutTicket: { readonly windowMs: number; readonly sends: number };
    /**
     * Links to saved answers, in a separate window: that one address requests, that go to one mail address,
     * in all.
     */
    readonly resumeLinks: {
      readonly windowMs: number;
      readonly address: number;
      readonly recipient: number;
      readonly all: number;
    };
    /**
     * Visitors' receipts, in windows that must all allow one: of one network address, to one mail address, in
     * all.
     */
    readonly receipts: readonly ReceiptLimit[];
    /** Steps that are reported to `/api/figures` in a window. */
    readonly figures: number;
    /** Calls of `/api/contact-upload` in a window. */
    readonly uploadTargets: number;
    /** The most addresses that are counted at a time. */
    readonly addresses: number;
    /**
     * Limits that several servers share: the interval in which old counts are deleted, and the time for which
     * each server counts alone after the database has failed.
     */
    readonly shared: { readonly sweepEveryMs: number; readonly aloneMs: number };
  };
  /**
   * Memory for bodies while they arrive, in all and of one address; posted forms of one address at a time;
   * and the time in which any other body must arrive.
   */
  readonly bodies: {
    readonly bytes: number;
    readonly bytesOfAddress: number;
    readonly formsOfAddress: number;
    readonly arriveMs: number;
  };
  readonly readiness: ReadinessSettings;
  readonly figures: FiguresSettings;
  readonly judging: {
    /**
     * The time limit of a validation of submitted values, in milliseconds, and `schemaMs` more for each
     * schema of a type.
     */
    readonly checkMs: number;
    readonly schemaMs: number;
    /**
     * The number of characters and members that are validated without a time limit, if a schema has no other
     * patterns than `quickPatterns`, which are proven to be linear.
     */
    readonly quickSize: number;
    readonly quickPatterns: readonly string[];
  };
  readonly retention: RetentionSettings;
  /** The time that a stop waits for requests, uploads included, and the time that it may take altogether. */
  readonly stop: { readonly requestsMs: number; readonly totalMs: number };
  /** The most bytes of the changes of the studio's draft; one person may use half. */
  readonly draft: { readonly mostBytes: number };
  readonly review: ReviewSettings;
  readonly ticket: { readonly maxAgeMs: number };
  /** Forms that are posted without scripts: the most fields, and the most photos of one post. */
  readonly posts: { readonly fields: number; readonly photos: number };
  /**
   * The time for which an idempotency key is stored: longer than an enquiry can wait in a browser (`sendLater`),
   * whose answer may have been lost.
   */
  readonly idempotency: { readonly rememberedMs: number };
  readonly resume: ResumeSettings;
  readonly people: PeopleSettings;
  readonly desk: InboxSettings;
  readonly blocks: BlockListSettings;
  readonly notifications: NotificationServerSettings;
  readonly store: {
    readonly batchSize: number;
    readonly busyTimeoutMs: number;
    /** The delay before new enquiries are added to the search index, and the most that are added at once. */
    readonly wordsAfterMs: number;
    readonly wordsBatch: number;
  };
  readonly postgres: PostgresSettings;
  readonly instances: InstanceSettings;
  readonly sharedFiles: SharedFileSettings;
  readonly mail: MailSettings;
  readonly receipts: ReceiptSettings;
  readonly deliveries: DeliverySettings;
  readonly contentSources: ContentSourceSettings;
  readonly bucket: BucketSettings;
  readonly photos: PhotoSettings;
}

/** Visitors' receipts; other settings are those of mails. */
export interface ReceiptSettings {
  /** The most that are sent at a time, in all and to one address. */
  readonly concurrency: number;
  readonly perRecipient: number;
  readonly longestAnswer: number;
}

export interface ReceiptLimit {
  readonly windowMs: number;
  readonly address: number;
  readonly recipient: number;
  readonly all: number;
}

export interface FiguresSettings {
  /**
   * The share of visits that pages count: 1 counts all, 0.1 one in ten, each as ten. The server's own counts
   * are complete.
   */
  readonly share: number;
  readonly mostSteps: number;
  readonly writeEveryMs: number;
  /** Counts of stops and messages below this number are not shown, because they could identify people. */
  readonly fewest: number;
  /** The most campaigns that are listed. */
  readonly mostCampaigns: number;
  /**
   * Charts of answers: the most enquiries that are counted, groups and choices of a field that are shown, and days for
   * which time is divided into weeks; longer periods into months.
   */
  readonly answers: {
    readonly mostEnquiries: number;
    readonly mostGroups: number;
    readonly mostChoices: number;
    readonly mostDaysInWeeks: number;
  };
  /** The number of days that are shown by default, and at most. */
  readonly usualDays: number;
  readonly mostDays: number;
}

export interface PostgresSettings {
  readonly connections: number;
  /**
   * The most statements at a time that store enquiries, and that look up idempotency keys; each covers all
   * requests that have arrived by then.
   */
  readonly acceptsAtOnce: number;
  /** The time to wait for a connection, whether the server is slow or all connections are in use. */
  readonly connectTimeoutMs: number;
  readonly idleMs: number;
  /** The time limit of a statement, and of a pause in which the database server sends nothing. */
  readonly statementTimeoutMs: number;
  readonly silenceTimeoutMs: number;
  /** The time after which a silent instance counts as dead, so that others send its mails. */
  readonly senderLeaseMs: number;
  /**
   * The age of deleted data in free parts of the database's pages at which they are cleaned, and the time
   * that cleaning may take.
   */
  readonly tidyAfterMs: number;
  readonly tidyTimeoutMs: number;
  /** The delay before a broken notification connection between instances is opened again. */
  readonly newsRetryMs: number;
}

/** Lists of the content that come from addresses (docs/content-sources.md). */
export interface ContentSourceSettings {
  /** The interval in which servers look for sources that are due, and for copies that others have stored. */
  readonly pollMs: number;
  /** The lease of a claimed request: longer than `timeoutMs`. */
  readonly leaseMs: number;
  /** The time limit from the DNS lookup to the end of the answer, redirects included. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly mostEntries: number;
  /** The most problems of entries that are reported. */
  readonly mostProblems: number;
  readonly mostRedirects: number;
  /** The delay after an answer that is not used, if that is shorter than the source's interval. */
  readonly retryMs: number;
  /** The number and the share of missing entries from which on a person must accept a list. */
  readonly leastLost: number;
  readonly largestLoss: number;
  /** The number of entries that a trial shows. */
  readonly shownEntries: number;
  /** The time after which copies are deleted that no version uses any more. */
  readonly unusedMs: number;
}

export interface InstanceSettings {
  /** The interval in which each reports that it is alive, and checks the others. */
  readonly everyMs: number;
  /** The time after its last report for which an instance counts as alive. */
  readonly aliveMs: number;
}

export interface SharedFileSettings {
  /** The interval in which each reports the files that it needs, and the delay of a retry. */
  readonly everyMs: number;
  readonly retryMs: number;
  /** The time that the first rendering of a page waits until others have the files that it names. */
  readonly patienceMs: number;
  /** The time for which files that no server needs remain, for the pages that visitors have open. */
  readonly unneededMs: number;
  readonly cacheBytes: number;
}

export interface RetentionSettings {
  readonly mostDays: number;
}

/**
 * Limits for saved answers, and for the mail server that sends the link: its two times together are shorter
 * than the page's `sendTimeoutMs`.
 */
export interface ResumeSettings {
  readonly maxBytes: number;
  readonly concurrency: number;
  readonly connectTimeoutMs: number;
  readonly silenceTimeoutMs: number;
}

export interface PeopleSettings {
  /** The lifetime of a session: a working day. */
  readonly sessionMs: number;
  /** The interval in which the last use of a session or a token is recorded. */
  readonly noteEveryMs: number;
  /** The interval in which open studios check that their session is still valid. */
  readonly standingEveryMs: number;
  /** Changes of presence within this time, in milliseconds, are sent together. */
  readonly presenceEveryMs: number;
  /**
   * The most event streams of one session or token, and of one person, on a server; and the unread bytes at
   * which a stream is closed.
   */
  readonly streams: {
    readonly ofSession: number;
    readonly ofPerson: number;
    readonly mostUnreadBytes: number;
  };
  /** The lifetime of links: of an invitation, of a new password, of `npm run new-owner`. */
  readonly invitationMs: number;
  readonly resetMs: number;
  readonly ownerLinkMs: number;
  /** The longest lifetime of a token, and the time for which an ended token is listed. */
  readonly longestTokenMs: number;
  readonly endedTokensMs: number;
  readonly mostTokens: number;
  /** Changes of the draft by one person are recorded in the audit log once in this time. */
  readonly draftNotesMs: number;
  /** Refused sign-ins of one name and address are recorded there once in this time, with their number. */
  readonly refusedNotesMs: number;
  /** In characters. */
  readonly shortestPassword: number;
  readonly longestPassword: number;
  readonly scrypt: ScryptSettings;
  /** Mails of accounts. `retryMs` are the delays after which a notice about the draft is sent again. */
  readonly mail: Omit<ResumeSettings, 'maxBytes'> & { readonly retryMs: readonly number[] };
}

export interface InboxSettings {
  /** In characters: of a search, of a comment, of a reply and its quote, of a text in the list. */
  readonly longestSearch: number;
  readonly longestNote: number;
  readonly longestReplySubject: number;
  readonly longestReply: number;
  readonly longestQuote: number;
  readonly longestExcerpt: number;
  readonly pageSize: number;
  /** The number up to which search results are counted. */
  readonly mostCounted: number;
  readonly exportBatch: number;
  /** After so many hours without an answer, an enquiry is overdue. */
  readonly unansweredHours: number;
  /** The most enquiries that one request changes, and one export of single enquiries contains. */
  readonly mostSelected: number;
  /** The most saved views of a person; their names are in characters; each is counted up to `mostCounted`. */
  readonly views: {
    readonly most: number;
    readonly longestName: number;
    readonly mostCounted: number;
  };
  /** The most replies that one person may send within a time. */
  readonly replies: { readonly most: number; readonly windowMs: number };
}

/** Mails to people of the studio about enquiries; the other settings are those of mails to them. */
export interface NotificationServerSettings
  extends Pick<MailSettings, 'pollMs' | 'concurrency' | 'perRecipient' | 'tries'> {
  /** The time after which an enquiry counts as unanswered. */
  readonly unansweredMs: number;
  /** The least time between two mails to a person: what happens meanwhile is in one mail. */
  readonly gapMs: number;
  /** The most rules of a person. */
  readonly mostRules: number;
  /** The most notifications of a mail, and the most that it lists; of the others it says the number. */
  readonly mostOfMail: number;
  readonly mostListed: number;
  /** The most events that are distributed in one transaction. */
  readonly eventBatch: number;
  /** The time after which another server may send a mail that a server has claimed. */
  readonly leaseMs: number;
}

/** The list of blocked senders and words. */
export interface BlockListSettings {
  /** The most entries. */
  readonly most: number;
  /** In characters. */
  readonly longestValue: number;
  readonly longestReason: number;
  /** The most words of a phrase. */
  readonly mostWords: number;
  /** The most characters of an enquiry in which words are searched. */
  readonly mostCharacters: number;
  /** The time after which the list is loaded again, so that a change on another server has effect. */
  readonly freshMs: number;
}

/**
 * The cost of a password hash (RFC 7914): `cost` times `blockSize` times 128 bytes, `parallelization` times.
 */
export interface ScryptSettings {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  /** The most that are computed at a time, and the most that wait; further ones are refused. */
  readonly concurrency: number;
  readonly waiting: number;
}

export interface BucketSettings {
  readonly connectMs: number;
  /** For an answer, retries included. Visitors wait for it, and their page waits at most `sendTimeoutMs`. */
  readonly answerMs: number;
  /** For a pause in a transfer; an office that downloads a photo more slowly is cut off. */
  readonly silenceMs: number;
  /** For storing a whole file, or listing all objects. */
  readonly transferMs: number;
  /** The interval in which the bucket is checked for `/readyz`. */
  readonly lookEveryMs: number;
}

export interface PhotoSettings {
  /** The most bytes of one photo, whatever a form's rules allow. */
  readonly maxBytes: number;
  /** The time after its upload in which an enquiry may name a photo (docs/behaviour.md, "In an enquiry"). */
  readonly usableMs: number;
  /**
   * The time for which a photo without an enquiry is stored; longer than `usableMs` and the lifetime of an
   * upload target together.
   */
  readonly unclaimedMs: number;
  readonly sweepEveryMs: number;
  /** The lifetime of a link to a photo. */
  readonly linkMs: number;
  readonly scanSilenceMs: number;
  readonly uploads: UploadSettings;
  readonly reencoding: {
    readonly maxPixels: number;
    /** The longest side of a preview in mails. */
    readonly previewPx: number;
    readonly timeoutMs: number;
    readonly idleMs: number;
    /** The most bytes to which a photo is decoded: a pixel may have up to eight. */
    readonly maxDecodedBytes: number;
    /**
     * The number of pixels that are decoded of any photo: a square with the side to which browsers scale
     * photos.
     */
    readonly freePixels: number;
    /**
     * Above `freePixels`, a JPEG with more pixels per byte is decoded at a reduced size, and other formats
     * are refused. Senders pay for bytes, the decoder for pixels: a photograph has two to ten pixels per
     * byte, a JPEG of one colour 170.
     */
    readonly pixelsPerByte: number;
    /** Photos with more pixels are encoded after all others that wait, because each takes seconds. */
    readonly heavyPixels: number;
    readonly maxMemoryBytes: number;
    /** The delays before each retry of a photo; after the last one it waits for a person. */
    readonly retryAfterMs: readonly number[];
    readonly retryMs: number;
    /** The interval of the check for photos that another process claimed or queued. */
    readonly pollMs: number;
    /** The time for which a claimed photo waits while uploads are running. */
    readonly yieldMs: number;
    /** The waiting time of a photo after which the server reports itself not ready. */
    readonly alarmMs: number;
  };
}

export interface UploadSettings {
  readonly open: number;
  readonly openOfAddress: number;
  /** The most bytes in a window, in all and of one address. */
  readonly windowMs: number;
  readonly bytes: number;
  readonly bytesOfAddress: number;
  /** The least bytes per second, averaged over `everyMs`. */
  readonly leastBytesPerS: number;
  readonly everyMs: number;
  readonly mostMs: number;
}

/** The retries of mails. By default they last three days. */
export interface MailSettings {
  readonly concurrency: number;
  /** The most of them to one address, so that a slow mailbox does not delay the others. */
  readonly perRecipient: number;
  readonly tries: number;
  /** The delay before the second attempt; each further one is `delayFactor` times as long. */
  readonly firstDelayMs: number;
  readonly delayFactor: number;
  readonly longestDelayMs: number;
  /** The random variation of a delay to either side, as a share: 0 to 1. */
  readonly jitter: number;
  /** The interval of the check for mails that another process queued. */
  readonly pollMs: number;
  /** The time limit for connecting and for the mail server's greeting. */
  readonly connectTimeoutMs: number;
  /**
   * The longest silence of a mail server: ten minutes while it accepts the message (RFC 5321, "Timeouts").
   */
  readonly silenceTimeoutMs: number;
  readonly graceMs: number;
  /** The waiting time of a mail after which the server reports itself not ready. */
  readonly alarmMs: number;
  /** The time that a mail waits for its photos; then it is sent with links to them. */
  readonly photosWaitMs: number;
}

/** The limits of links to previews, comments and requests to publish. */
export interface ReviewSettings {
  /** The most and the usual days for which a link to a preview is valid. */
  readonly mostDays: number;
  readonly usualDays: number;
  /** The most links that are valid at a time. */
  readonly mostLinks: number;
  /** The time for which links that have ended are listed. */
  readonly endedLinksMs: number;
  /** The most characters of a comment, and of a message or a reason of a request to publish. */
  readonly longestComment: number;
  readonly longestMessage: number;
  /** The most comments in all, and of the readers of one link. */
  readonly mostComments: number;
  readonly mostCommentsOfLink: number;
}

/** The retries of deliveries to destinations. By default they last three days. */
export interface DeliverySettings
  extends Pick<
    MailSettings,
    'tries' | 'firstDelayMs' | 'delayFactor' | 'longestDelayMs' | 'jitter' | 'pollMs'
  > {
  /** The most deliveries at a time to one destination, so that one that hangs does not delay the others. */
  readonly perDestination: number;
  /** The lease of a claimed delivery: longer than `timeoutMs`, or a delivery could run twice. */
  readonly leaseMs: number;
  readonly timeoutMs: number;
  /** The most bytes of a webhook's response that are read. */
  readonly answerBytes: number;
  readonly graceMs: number;
  /** The waiting time of a delivery after which a warning is reported. */
  readonly alarmMs: number;
  /** The time that a delivery waits for photos; then it is sent with links that do not work yet. */
  readonly photosWaitMs: number;
}

export const serverSettings: ServerSettings = settings;
