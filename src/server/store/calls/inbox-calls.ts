import type { Id } from '#engine';
import type {
  CampaignCount,
  CampaignQuery,
  EnquiryActor,
  EnquiryDetails,
  EnquiryFilter,
  EnquiryQuery,
  EnquiryScope,
  HandlingChange,
  HandlingOutcome,
  InboxEnquiry,
  InboxPulse,
  MarkOutcome,
  QueueRequest,
  ResendOutcome,
} from '../records/inbox-entry.ts';
import type { InboxViewsChange, SavedInboxViews } from '../records/inbox-views-entry.ts';
import type { MailNotice } from '../records/mail-queue.ts';
import type { Erased } from '../records/privacy-entry.ts';
import type { NewReply, ReplyOutcome, ReplyRecord } from '../records/reply-entry.ts';
import { defineRead, defineSearchRead, defineWrite } from './call.ts';
import type { WithAuditEntry } from './people-calls.ts';

export const inboxCalls = {
  /**
   * Returns at most `limit` enquiries that match a filter, in the order of the query. A search without a word
   * finds none.
   */
  findEnquiries: defineSearchRead<EnquiryQuery, readonly InboxEnquiry[]>(),
  /** Counts the enquiries that match a filter, up to `most`. */
  countEnquiries: defineSearchRead<{ readonly filter: EnquiryFilter; readonly most: number }, number>(),
  /**
   * Counts the enquiries of each campaign, without suspected ones: the most frequent first, then by name.
   */
  countCampaigns: defineRead<CampaignQuery, readonly CampaignCount[]>(),
  /**
   * Returns the numbers of the latest enquiry, event, mail try and erasure in the audit log. Cheap enough to
   * be polled every second.
   */
  inboxPulse: defineRead<void, InboxPulse>(),
  /**
   * Returns the number of the latest enquiry within a scope that has changed since a pulse; undefined if
   * there is none. Erased enquiries are not reported.
   */
  findInboxChange: defineRead<
    { readonly since: InboxPulse; readonly within: EnquiryScope },
    number | undefined
  >(),
  /** Returns one enquiry with everything that is stored about it, by its id or reference. */
  enquiryDetails: defineRead<string, EnquiryDetails | undefined>(),
  /**
   * Changes the handling state or the assignee of an enquiry, and records an event for each change. Changes
   * nothing if they differ from `seen`.
   */
  handleEnquiry: defineWrite<HandlingChange, HandlingOutcome>(),
  /** Adds a person's comment to an enquiry. Returns false if the enquiry is unknown. */
  commentOnEnquiry: defineWrite<
    { readonly id: string; readonly by?: EnquiryActor; readonly now: number; readonly text: string },
    boolean
  >(),
  /**
   * Forwards an enquiry to another office: queues its mail to that office's address, with a notice at the
   * top.
   */
  forwardEnquiry: defineWrite<
    QueueRequest &
      Required<Pick<QueueRequest, 'addresses'>> & { readonly office: Id; readonly notice?: MailNotice },
    ResendOutcome
  >(),
  /**
   * Marks an enquiry as suspected, by a person: its mail and its deliveries that wait are held back.
   */
  markSuspected: defineWrite<
    { readonly id: string; readonly by?: EnquiryActor; readonly now: number },
    MarkOutcome
  >(),
  /** Returns the saved views of a person. */
  inboxViews: defineRead<string, SavedInboxViews>(),
  /** Replaces the saved views of a person, unless they have changed since `seen` (`changed`). */
  setInboxViews: defineWrite<InboxViewsChange, SavedInboxViews & { readonly kind: 'done' | 'changed' }>(),
  /** Stores a person's reply to a visitor, queues its mail and sets the enquiry to answered. */
  addReply: defineWrite<NewReply, ReplyOutcome>(),
  /** Returns the replies to enquiries, by the enquiries' ids, each with that id, in the order of writing. */
  findReplies: defineRead<readonly string[], readonly (ReplyRecord & { readonly enquiryId: string })[]>(),
  /** Returns the preview JPEGs of photos. Photos without a preview are left out. */
  photoPreviews: defineRead<
    readonly string[],
    readonly { readonly path: string; readonly preview: Uint8Array }[]
  >(),
  /**
   * Erases one suspected enquiry with everything that belongs to it. Its files outside the database are then
   * among `erasedFiles`.
   */
  eraseSuspected: defineWrite<
    WithAuditEntry & { readonly id: string },
    'done' | 'unknown' | 'not-suspected'
  >(),
  /**
   * Erases an enquiry with everything that belongs to it, whatever its state. Returns undefined if it is
   * unknown.
   */
  eraseEnquiry: defineWrite<
    WithAuditEntry & { readonly id: string },
    Omit<Erased, 'savedAnswers'> | undefined
  >(),
};
