import settings from './settings.json' with { type: 'json' };

/** The server's constants that no product owner edits; `settings.json` beside is the one place where they stand. */
export interface ServerSettings {
  /** How much one address may ask for (contract, "On the wire"). */
  readonly limits: {
    readonly windowMs: number;
    /** Calls of `sendContactUs` in a window with a ticket that holds. */
    readonly sends: number;
    /** The same without a ticket, or with one that does not hold (design, "A submission's way"). */
    readonly sendsWithoutTicket: number;
    /** Calls of `/api/contact-upload` in a window. */
    readonly uploadTargets: number;
    /** Most addresses that are remembered at a time. */
    readonly addresses: number;
  };
  readonly ticket: { readonly maxAgeMs: number };
  readonly idempotency: { readonly rememberedMs: number };
  readonly store: {
    /** Most entries of one transaction. */
    readonly batchSize: number;
    /** How long to wait for another process that writes. */
    readonly busyTimeoutMs: number;
  };
  readonly mail: MailSettings;
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
