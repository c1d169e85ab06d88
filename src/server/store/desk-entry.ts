import type { Id } from '#engine';
import type { HandlingState } from '../../studio/protocol-desk.ts';
import type { EnquiryRecord, MailState } from './enquiry-record.ts';
import type { MailAddresses, MailContent } from './mail-queue.ts';
import type { ReceiptRecord } from './receipt-entry.ts';
import type { FromRow } from './stored-json.ts';

/** Which enquiries are asked for: those that all of it holds for. Absent: whatever it is. */
export interface EnquiryFilter {
  /** Words that stand in them, each whole or its beginning from three letters on, whatever their case and accents; or a reference. */
  readonly search?: string;
  /** An enquiry type's id. */
  readonly type?: string;
  /** The id of the office that has it now: the one it was sent to, or forwarded to since. */
  readonly office?: string;
  /** A site's domain. */
  readonly site?: string;
  readonly handling?: HandlingState;
  readonly mail?: readonly MailState[];
  /** The id of whoever has taken it up. */
  readonly assignee?: string;
  /** Received from this time on, and before that one. */
  readonly from?: number;
  readonly until?: number;
  /** What whoever asks may see at all: ids of types, domains. */
  readonly within?: EnquiryReach;
}

/** To which types (by id) and sites (by domain) somebody is limited; absent: to none. */
export interface EnquiryReach {
  readonly types?: readonly string[];
  readonly sites?: readonly string[];
}

/** Some of the enquiries that are asked for. */
export interface EnquiryQuery {
  readonly filter: EnquiryFilter;
  /** In place of the latest ones first: those after a number, in the order of their arrival. */
  readonly after?: number;
  /** The latest first: those before a number. */
  readonly before?: number;
  readonly limit: number;
}

/** An enquiry as the desk has it. */
export interface DeskEnquiry extends EnquiryRecord {
  /** Counts up in the order of arrival. */
  readonly sequence: number;
  readonly handling: HandlingState;
  /** The id of whoever has taken it up. */
  readonly assignee?: string;
  /** The id of the office that it was forwarded to; absent where it was not. */
  readonly forwardedTo?: string;
}

/** One enquiry with all that is known of it. */
export interface DeskFile {
  readonly enquiry: DeskEnquiry;
  /** The server's own notes while it judged. */
  readonly notes: readonly string[];
  readonly formHash: string;
  /** Its mail: every answer in the words of the form that the visitor saw; absent where an older version stored none. */
  readonly content?: MailContent;
  /** Each try to send its mail, the first one first. */
  readonly tries: readonly MailTry[];
  /** When it is tried again; absent where it is not. */
  readonly dueAt?: number;
  /** The visitor's receipt; absent where the form gave none. */
  readonly receipt?: ReceiptRecord;
  /** What was done with it, the first thing first. */
  readonly events: readonly EnquiryEvent[];
}

/** One try to send a mail. */
export interface MailTry {
  readonly at: number;
  readonly to: string;
  /** `redirected`: it was refused, and goes to the site's address. */
  readonly outcome: 'sent' | 'waiting' | 'redirected' | 'failed';
  /** Why it was not taken. */
  readonly reason?: string;
}

/** Who does something with an enquiry; absent: the command line. */
export interface DeskPerson {
  readonly id: string;
  readonly name: string;
}

/** Something that was done with an enquiry. */
export type EnquiryEvent = {
  /** Counts up, over all enquiries. */
  readonly number: number;
  readonly at: number;
  readonly by?: DeskPerson;
} & FromRow &
  EnquiryAction;

/** What can be done with an enquiry. */
export type EnquiryAction =
  | { readonly kind: 'handled'; readonly from: HandlingState; readonly to: HandlingState }
  /** `to` is absent where it was given back. */
  | { readonly kind: 'assigned'; readonly to?: DeskPerson }
  | { readonly kind: 'noted'; readonly text: string }
  | { readonly kind: 'resent' | 'released'; readonly to: string }
  | { readonly kind: 'forwarded'; readonly office: Id; readonly from: Id | null; readonly to: string };

/** A change of what becomes of an enquiry. `id` is its id or reference. */
export interface HandlingChange {
  readonly id: string;
  readonly by?: DeskPerson;
  readonly now: number;
  /** As whoever changes it saw it: where somebody has changed it since, nothing is changed. */
  readonly seen?: { readonly handling: HandlingState; readonly assignee?: string };
  readonly handling?: HandlingState;
  /** Null gives it back. */
  readonly assignee?: DeskPerson | null;
}

/** What became of it. `changed`: somebody was before them; the enquiry is as it is now. */
export type HandlingOutcome =
  | { readonly kind: 'done' | 'changed'; readonly enquiry: DeskEnquiry }
  | { readonly kind: 'unknown' };

/** A mail that is to be queued. */
export interface QueueRequest {
  /** The enquiry's id or reference. */
  readonly id: string;
  readonly now: number;
  /** Whom it goes to from now on; absent: whom it went to before. */
  readonly addresses?: MailAddresses;
  /** Who asks for it; absent: the command line, or the server itself. */
  readonly by?: DeskPerson;
  /** The number of the last event that queued it, as whoever asks saw it, 0 for none: where somebody has queued it since, nothing is done. */
  readonly seen?: number;
}

interface QueuedMail {
  readonly kind: 'queued';
  readonly id: string;
  readonly reference: string;
  readonly to: string;
}

/**
 * What became of a wish to send a mail again. `not-worded`: an older version stored it without one, since nobody was to get it. `changed`:
 * somebody was before them.
 */
export type ResendOutcome =
  | QueuedMail
  | { readonly kind: 'unknown' | 'no-recipient' | 'suspected' | 'not-worded' | 'changed' };

/** What became of a wish to release an enquiry. Without a recipient it is released, and stands among those that have none. */
export type ReleaseOutcome = QueuedMail | { readonly kind: 'unknown' | 'no-recipient' | 'not-suspected' };

/** The numbers of the latest enquiry, of what was done last, of the last try of a mail, and of the last erasure in the audit log. */
export interface DeskPulse {
  readonly enquiry: number;
  readonly event: number;
  readonly try: number;
  readonly erasure: number;
}
