import type { AttachedPhoto } from './photo-entry.ts';

/** The queue of waiting mails, as the sending process uses it. Every time is milliseconds since 1970 UTC. */
export interface MailQueue {
  /**
   * Makes this process the sender until it closes or ends in any way. Returns false while another process is
   * the sender.
   */
  becomeSender(): Promise<boolean>;
  /**
   * Returns at most `limit` mails to send now, those that have been due longest first. On a shared database
   * they are claimed for this process.
   */
  dueMails(request: DueRequest): Promise<readonly DueMail[]>;
  /** Returns the due time of the next mail that is not due yet; undefined if there is none. */
  nextMailDueAt(request: { readonly after: number }): Promise<number | undefined>;
  /**
   * Records the result of one attempt. Returns false if the enquiry was erased meanwhile. Committed together
   * with other changes.
   */
  recordMailAttempt(attempt: MailAttempt): Promise<boolean>;
  /**
   * Calls the listener after each commit that queued a mail, with the recipient if it is known. Returns a
   * function that removes the listener.
   */
  onMailQueued(listener: (to?: string) => void): () => void;
}

export interface DueRequest {
  readonly now: number;
  readonly limit: number;
  readonly perRecipient?: number;
  /** Milliseconds that a mail waits for photos that are still being encoded; absent: no limit. */
  readonly photosWaitMs?: number;
  readonly except?: { readonly recipients: readonly string[]; readonly enquiryIds: readonly string[] };
}

/**
 * The mail of one enquiry as it is stored until it is sent: with its sentences, but not yet composed. Made by
 * `prepareEnquiryMail`.
 */
export interface NewMail extends MailAddresses {
  readonly content: MailContent;
}

export interface MailAddresses {
  /** The office's address, otherwise the site's; null if neither has one. */
  readonly to: string | null;
  /** The site's address, if `to` is another one: it gets the mail if `to` refuses it. */
  readonly fallback: string | null;
}

/** The complete content of the mail in the office's language. Plain JSON. */
export interface MailContent {
  readonly locale: string;
  /** The site's domain, from which the sender's address and the Message-ID are made. */
  readonly domain: string;
  /** The visitor, who gets the replies; null if the enquiry has no usable address. */
  readonly replyTo: { readonly name: string; readonly address: string } | null;
  readonly words: MailSentences;
  /** The sentence at the top if the enquiry was forwarded. */
  readonly notice?: MailNotice;
  /** Every value with its label, in the order of the form. */
  readonly rows: readonly MailRow[];
  readonly action?: { readonly label: string; readonly link: string };
  readonly photos?: MailPhotos;
  /** The rows below the answers: reference, office, page, time. */
  readonly details: readonly MailRow[];
}

/** The photos of an enquiry, before it is known which of them can be shown. */
export interface MailPhotos {
  /** `3 photos` */
  readonly heading: string;
  /** The sentences for one, two, … withheld photos. */
  readonly withheld: readonly string[];
  /**
   * The sentences for one, two, … photos that are not ready. Absent in a mail that an older version stored.
   */
  readonly pending?: readonly string[];
  /** Signed addresses of the full photos, in the order of the enquiry. */
  readonly links: readonly string[];
  /** The labels of their fields, in the same order. Absent if the form has only one photo field. */
  readonly labels?: readonly string[];
}

export interface MailSentences {
  readonly subject: string;
  readonly heading: string;
  readonly intro: string;
  /** The hint how to answer the visitor; absent if there is no address to answer to. */
  readonly reply?: string;
  /**
   * The sentence at the top for the fallback recipient; `{address}` is replaced by the address that refused
   * the mail.
   */
  readonly fallback?: string;
}

/** A sentence whose language may differ from the mail's. */
export interface MailNotice {
  readonly text: string;
  /** BCP 47. */
  readonly locale: string;
}

/** One value with its label, both formatted for people; `value` may have several lines. */
export interface MailRow {
  readonly label: string;
  readonly value: string;
  /** The address to which the value leads; absent: it is no link. */
  readonly link?: string;
}

export interface DueMail {
  readonly enquiryId: string;
  readonly reference: string;
  readonly receivedAt: number;
  readonly to: string;
  /** The recipient if `to` refuses the mail; null if there is none or it is already in use. */
  readonly fallback: string | null;
  /** The address that refused the mail, so that it goes to the fallback. */
  readonly refusedBy: string | null;
  /** Absent if the stored content is damaged: this mail cannot be sent, but does not block the others. */
  readonly content?: MailContent;
  /**
   * The enquiry's photos, in its order. A mail is due only once each of them is ready, withheld or in
   * quarantine, or has waited too long.
   */
  readonly photos?: readonly AttachedPhoto[];
  /**
   * Tries since it was queued, not counting this one. Back-off and the maximum number of tries depend on it.
   */
  readonly tries: number;
  readonly queuedAt?: number;
}

/** The result of one try. `reason` comes from the mail server or the system, for the operator. */
export type MailAttempt = {
  readonly enquiryId: string;
  readonly at: number;
  /**
   * The mail that was sent. If the mail was queued again meanwhile, or to another address, it stays queued
   * and only the try is recorded. Absent: the current one.
   */
  readonly of?: Pick<DueMail, 'to' | 'queuedAt'>;
} & (
  | { readonly state: 'sent' }
  | { readonly state: 'waiting'; readonly dueAt: number; readonly reason: string }
  /** Its address refuses it: from now on it goes to the fallback, with a full number of tries. */
  | { readonly state: 'redirected'; readonly dueAt: number; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string }
);
