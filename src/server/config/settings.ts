import settings from './settings.json' with { type: 'json' };

/** The server's constants that no product owner edits; `settings.json` beside is the one place where they stand. */
export interface ServerSettings {
  /** How much one address may ask for (docs/contract.md, "Refusals"). */
  readonly limits: {
    readonly windowMs: number;
    /** Calls of `sendContactUs` in a window. */
    readonly sends: number;
    /** A second, longer window for calls without a ticket that holds (docs/architecture.md, "A submission's way"). */
    readonly withoutTicket: { readonly windowMs: number; readonly sends: number };
    /** Calls of `/api/contact-upload` in a window. */
    readonly uploadTargets: number;
    /** Most addresses that are remembered at a time. */
    readonly addresses: number;
  };
  readonly ticket: { readonly maxAgeMs: number };
  /** Forms that are posted without scripts: most fields, and most photos that are taken of one. */
  readonly posts: { readonly fields: number; readonly photos: number };
  readonly idempotency: { readonly rememberedMs: number };
  readonly store: {
    /** Most entries of one transaction. */
    readonly batchSize: number;
    /** How long to wait for another process that writes. */
    readonly busyTimeoutMs: number;
  };
  readonly mail: MailSettings;
  readonly photos: PhotoSettings;
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
  readonly reencoding: {
    /** More pixels than these are not decoded. */
    readonly maxPixels: number;
    /** The longest side of the mail's previews. */
    readonly previewPx: number;
    /** How long encoding one photo may take. */
    readonly timeoutMs: number;
    /** How long the process that encodes them waits for the next. */
    readonly idleMs: number;
    /** Processes that one photo may break before it is withheld. */
    readonly tries: number;
    /** How long to wait after a failure that was no photo's. */
    readonly retryMs: number;
    /** How long after it was stored a photo lets uploads go before it is encoded anew. */
    readonly yieldMs: number;
  };
}

/** How mails are tried. The default tries last three days. */
export interface MailSettings {
  /** Most mails under way at a time. */
  readonly concurrency: number;
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
}

/** The settings that ship. */
export const serverSettings: ServerSettings = settings;
