import type { AttachedPhoto } from './photo-entry.ts';

/** The mails that wait to be sent, as the one who sends them sees them. Every time is milliseconds since 1970 UTC. */
export interface MailQueue {
  /** Makes this process the one that sends, until it closes or ends in whatever way; false while another one is. */
  becomeSender(): Promise<boolean>;
  /** Waiting mails that are due, the longest due first. */
  dueMails(request: { readonly now: number; readonly limit: number }): Promise<readonly DueMail[]>;
  /** When the next mail is due that is not due yet; absent where there is none. */
  nextMailDueAt(request: { readonly after: number }): Promise<number | undefined>;
  /** Notes what came of one attempt to send. Committed together with what else arrives. */
  noteMailAttempt(attempt: MailAttempt): Promise<void>;
  /** Calls the listener after each commit that queued a mail; gives the function that ends it. */
  onMailQueued(listener: () => void): () => void;
}

/** The mail of one enquiry as it is stored until it is sent: worded, but not yet composed. Made by `prepareMail`. */
export interface NewMail {
  /** One address: the office's, else the site's. */
  readonly to: string;
  readonly content: MailContent;
}

/** Everything that the mail says, in the words of the office's language. Plain JSON. */
export interface MailContent {
  /** BCP 47 tag of the words' language. */
  readonly locale: string;
  /** The site's domain: the sender's address and the Message-ID are made from it. */
  readonly domain: string;
  /** The visitor, to whom a reply goes; null where the enquiry has no usable address. */
  readonly replyTo: { readonly name: string; readonly address: string } | null;
  readonly words: MailWords;
  /** Every value with its label, in the form's order. */
  readonly rows: readonly MailRow[];
  /** Absent where the enquiry has none. */
  readonly photos?: MailPhotos;
  /** What stands below the rows: the reference, the office, the page, the time. */
  readonly details: readonly MailRow[];
}

/** The photos of an enquiry, before it is known which of them can be shown. */
export interface MailPhotos {
  /** `3 photos` */
  readonly heading: string;
  /** What is said of one, of two ... photos that are withheld. */
  readonly withheld: readonly string[];
  /** Signed addresses of the full photos, in the enquiry's order. */
  readonly links: readonly string[];
}

/** The sentences of a mail. */
export interface MailWords {
  readonly subject: string;
  readonly heading: string;
  readonly intro: string;
  /** How to answer the visitor; absent where there is no address to answer to. */
  readonly reply?: string;
}

/** One value with its label, both as a person reads them; `value` may have several lines. */
export interface MailRow {
  readonly label: string;
  readonly value: string;
}

/** A mail that is to be sent now. */
export interface DueMail {
  readonly enquiryId: string;
  readonly reference: string;
  readonly receivedAt: number;
  readonly mail: NewMail;
  /** The enquiry's photos, in its order; a mail is not due before each of them is ready or withheld. */
  readonly photos?: readonly AttachedPhoto[];
  /** Attempts since it was queued, this one not counted; back-off and the end of the tries go by it. */
  readonly tries: number;
}

/** What came of one attempt to send. `reason` is the mail server's or the system's, for the operator. */
export type MailAttempt = { readonly enquiryId: string } & (
  | { readonly state: 'sent' }
  | { readonly state: 'waiting'; readonly dueAt: number; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string }
);
