import type { AttachedPhoto } from './photo-entry.ts';

/** The mails that wait to be sent, as the one who sends them sees them. Every time is milliseconds since 1970 UTC. */
export interface MailQueue {
  /** Makes this process the one that sends, until it closes or ends in whatever way; false while another one is. */
  becomeSender(): Promise<boolean>;
  /** Waiting mails that are due, the longest due first. */
  dueMails(request: DueRequest): Promise<readonly DueMail[]>;
  /** When the next mail is due that is not due yet; absent where there is none. */
  nextMailDueAt(request: { readonly after: number }): Promise<number | undefined>;
  /** Notes what came of one attempt to send; false where its enquiry was erased meanwhile. Committed together with what else arrives. */
  noteMailAttempt(attempt: MailAttempt): Promise<boolean>;
  /** Calls the listener after each commit that queued a mail, with whom it goes to where that is known; gives the function that ends it. */
  onMailQueued(listener: (to?: string) => void): () => void;
}

/** Which mails are asked for. */
export interface DueRequest {
  readonly now: number;
  readonly limit: number;
  /** At most so many of one recipient; absent: as many as there are. */
  readonly perRecipient?: number;
  /** How long a mail waits for photos that are still to be made; absent: for ever. */
  readonly photosWaitMs?: number;
  /** Those of these recipients, and of these enquiries, are left out. */
  readonly except?: { readonly recipients: readonly string[]; readonly enquiryIds: readonly string[] };
}

/** The mail of one enquiry as it is stored until it is sent: worded, but not yet composed. Made by `prepareMail`. */
export interface NewMail extends MailAddresses {
  readonly content: MailContent;
}

/** Whom a mail goes to. */
export interface MailAddresses {
  /** The office's address, else the site's; null where neither has one. */
  readonly to: string | null;
  /** The site's, where `to` is another: it gets what that one does not take. */
  readonly fallback: string | null;
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
  /** What whoever it was forwarded to is told above all. */
  readonly notice?: MailNotice;
  /** Every value with its label, in the form's order. */
  readonly rows: readonly MailRow[];
  /** A link that stands out, with what it is called. */
  readonly action?: { readonly label: string; readonly link: string };
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
  /** What is said of one, of two ... that are not ready; absent in a mail that an older version worded. */
  readonly pending?: readonly string[];
  /** Signed addresses of the full photos, in the enquiry's order. */
  readonly links: readonly string[];
  /** What the field of each is called, in the same order; absent where the form has one such field alone. */
  readonly labels?: readonly string[];
}

/** The sentences of a mail. */
export interface MailWords {
  readonly subject: string;
  readonly heading: string;
  readonly intro: string;
  /** How to answer the visitor; absent where there is no address to answer to. */
  readonly reply?: string;
  /** What the fallback is told above all; `{address}` stands for the address that did not take the mail. */
  readonly fallback?: string;
}

/** A sentence in a language of its own. */
export interface MailNotice {
  readonly text: string;
  /** BCP 47. */
  readonly locale: string;
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
  readonly to: string;
  /** Whom it goes to where `to` does not take it; null where there is nobody, or it has come to that. */
  readonly fallback: string | null;
  /** The address that did not take it, so that it goes to the fallback. */
  readonly refusedBy: string | null;
  /** Absent where what is stored of it is damaged: it cannot be sent, and holds up no other. */
  readonly content?: MailContent;
  /** The enquiry's photos, in its order; a mail is not due before each of them is ready, withheld or in quarantine, or has waited for long. */
  readonly photos?: readonly AttachedPhoto[];
  /** Attempts since it was queued, this one not counted; back-off and the end of the tries go by it. */
  readonly tries: number;
  /** When it was queued; absent where an older version did. */
  readonly queuedAt?: number;
}

/** What came of one attempt to send. `reason` is the mail server's or the system's, for the operator. */
export type MailAttempt = {
  readonly enquiryId: string;
  readonly at: number;
  /**
   * What was sent. Where the mail was queued anew meanwhile, to another address or once more, it waits as it was queued, and only the try is
   * noted. Absent: as it is now.
   */
  readonly of?: Pick<DueMail, 'to' | 'queuedAt'>;
} & (
  | { readonly state: 'sent' }
  | { readonly state: 'waiting'; readonly dueAt: number; readonly reason: string }
  /** Its address does not take it: from now on it goes to the fallback, with all its tries. */
  | { readonly state: 'redirected'; readonly dueAt: number; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string }
);
