import type { Id } from '#engine';
import type { HandlingState, MailDeliveryState } from '../../../api/inbox.ts';
import type { EnquiryRecord, MailState } from './enquiry-record.ts';
import type { MailAddresses, MailContent } from './mail-queue.ts';
import type { ReceiptRecord } from './receipt-entry.ts';
import type { ReplyRecord } from './reply-entry.ts';
import type { MaybeDamaged } from './stored-json.ts';

/** The states of mails of enquiries that are not suspected. */
export const unsuspectedStates: readonly MailDeliveryState[] = ['waiting', 'sent', 'failed', 'no-recipient'];

/** A filter of enquiries. All given properties must match; an absent one matches everything. */
export interface EnquiryFilter {
  /**
   * Words that the enquiry contains, regardless of case and accents; a word of three or more letters also
   * matches as a prefix. Or a reference.
   */
  readonly search?: string;
  readonly type?: string;
  /** The id of the office that is responsible now: the chosen one, or the one it was forwarded to. */
  readonly office?: string;
  readonly site?: string;
  /** The name of its campaign (`getCampaignName`). */
  readonly campaign?: string;
  readonly handling?: HandlingState;
  /** Received before this time, and not answered. */
  readonly unansweredSince?: number;
  readonly mail?: readonly MailState[];
  readonly assignee?: string;
  /** The references of single enquiries. */
  readonly references?: readonly string[];
  /** Received at this time or later, and before `until`. */
  readonly from?: number;
  readonly until?: number;
  /** The scope of whoever asks: ids of types, domains of sites. */
  readonly within?: EnquiryScope;
}

/** The types (by id) and sites (by domain) to which somebody is limited. Absent: no limit. */
export interface EnquiryScope {
  readonly types?: readonly string[];
  readonly sites?: readonly string[];
}

export interface EnquiryQuery {
  readonly filter: EnquiryFilter;
  /** Selects the enquiries after this number, in the order of arrival instead of the latest first. */
  readonly after?: number;
  /** Selects the enquiries before this number, the latest first. */
  readonly before?: number;
  readonly limit: number;
}

/** A selection of enquiries that have a campaign. */
export interface CampaignQuery {
  /** Received at this time or later, and before `until`. Absent: at any time. */
  readonly from?: number;
  readonly until?: number;
  /** Ids of types and domains of sites. Absent: all; an empty list selects none. */
  readonly types?: readonly string[];
  readonly sites?: readonly string[];
  /** The most campaigns. */
  readonly limit: number;
}

/** A campaign by its name, and the number of its enquiries. */
export interface CampaignCount {
  readonly name: string;
  readonly count: number;
}

export interface InboxEnquiry extends EnquiryRecord {
  /** Increases in the order of arrival. */
  readonly sequence: number;
  readonly handling: HandlingState;
  readonly assignee?: string;
  /** The id of the office it was forwarded to; absent if it was not forwarded. */
  readonly forwardedTo?: string;
  /** The last reply to the visitor failed for good. Unknown to notifications. */
  readonly isReplyFailed?: true;
}

export interface EnquiryDetails {
  readonly enquiry: InboxEnquiry;
  /** The server's own remarks from judging it. */
  readonly notes: readonly string[];
  readonly formHash: string;
  /** It was suspected when it arrived, and the figures count its visit. */
  readonly isCounted?: true;
  /**
   * The content of its mail: every answer, in the texts of the form that the visitor saw. Absent if an older
   * version stored none.
   */
  readonly content?: MailContent;
  /** Every try to send its mail, the earliest first. */
  readonly tries: readonly MailTry[];
  readonly dueAt?: number;
  /** The visitor's receipt; absent if the form sends none. */
  readonly receipt?: ReceiptRecord;
  /** Every reply to the visitor, the earliest first. */
  readonly replies: readonly ReplyRecord[];
  readonly events: readonly EnquiryEvent[];
}

export interface MailTry {
  readonly at: number;
  readonly to: string;
  /** `redirected`: it was refused and now goes to the site's address. */
  readonly outcome: 'sent' | 'waiting' | 'redirected' | 'failed';
  readonly reason?: string;
}

/** The person who acts on an enquiry; where it is absent, the command line acts. */
export interface EnquiryActor {
  readonly id: string;
  readonly name: string;
}

export type EnquiryEvent = {
  /** Increases over all enquiries. */
  readonly number: number;
  readonly at: number;
  readonly by?: EnquiryActor;
} & MaybeDamaged &
  EnquiryAction;

export type EnquiryAction =
  | { readonly kind: 'handled'; readonly from: HandlingState; readonly to: HandlingState }
  /** `to` is absent if the assignee was removed. */
  | { readonly kind: 'assigned'; readonly to?: EnquiryActor }
  | { readonly kind: 'noted'; readonly text: string }
  | { readonly kind: 'resent' | 'released'; readonly to: string }
  /** A person marked it as spam, or undid that after its mail had been sent. */
  | { readonly kind: 'marked' | 'unmarked' }
  | { readonly kind: 'forwarded'; readonly office: Id; readonly from: Id | null; readonly to: string };

/** A change of the handling state or the assignee of an enquiry. `id` is its id or reference. */
export interface HandlingChange {
  readonly id: string;
  readonly by?: EnquiryActor;
  readonly now: number;
  /** The state that the person saw. If somebody has changed it since, nothing is changed. */
  readonly seen?: { readonly handling: HandlingState; readonly assignee?: string };
  readonly handling?: HandlingState;
  /** Null removes the assignee. */
  readonly assignee?: EnquiryActor | null;
}

/** The result of a handling change. `changed`: somebody else was faster; `enquiry` is its current state. */
export type HandlingOutcome =
  | { readonly kind: 'done' | 'changed'; readonly enquiry: InboxEnquiry }
  | { readonly kind: 'unknown' };

export interface QueueRequest {
  readonly id: string;
  readonly now: number;
  /** The recipients from now on; absent: the same as before. */
  readonly addresses?: MailAddresses;
  /** Absent: the command line or the server itself. */
  readonly by?: EnquiryActor;
  /**
   * The number of the last event that queued the mail, as the person saw it; 0 for none. If somebody has
   * queued it since, nothing is done.
   */
  readonly seen?: number;
}

interface QueuedMail {
  readonly kind: 'queued';
  readonly id: string;
  readonly reference: string;
  readonly to: string;
}

/**
 * The result of a request to send a mail again. `not-worded`: an older version stored the enquiry without a
 * mail text, because it had no recipient. `changed`: somebody else was faster.
 */
export type ResendOutcome =
  | QueuedMail
  | { readonly kind: 'unknown' | 'no-recipient' | 'suspected' | 'not-worded' | 'changed' };

/** The result of a request to release an enquiry. `no-recipient`: it is released, but has no recipient. */
export type ReleaseOutcome = QueuedMail | { readonly kind: 'unknown' | 'no-recipient' | 'not-suspected' };

/** The result of marking an enquiry as spam. `suspected`: it was before, and nothing is changed. */
export interface MarkOutcome {
  readonly kind: 'marked' | 'unknown' | 'suspected';
}

/**
 * The numbers of the latest enquiry, event, mail try and erasure in the audit log; the time of the latest change
 * of a reply.
 */
export interface InboxPulse {
  readonly enquiry: number;
  readonly event: number;
  readonly try: number;
  readonly erasure: number;
  readonly reply: number;
}
