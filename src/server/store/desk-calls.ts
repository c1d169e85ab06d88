import type { Id } from '#engine';
import { read, readByWords, write } from './call.ts';
import type {
  DeskEnquiry,
  DeskFile,
  DeskPerson,
  DeskPulse,
  EnquiryFilter,
  EnquiryQuery,
  EnquiryReach,
  HandlingChange,
  HandlingOutcome,
  QueueRequest,
  ResendOutcome,
} from './desk-entry.ts';
import type { MailNotice } from './mail-queue.ts';
import type { Noted } from './people-calls.ts';
import type { Erased } from './privacy-entry.ts';

/** The store's calls with which the inbox finds and handles enquiries. */
export const deskCalls = {
  /** Returns at most `limit` enquiries that match a filter. A search without a word finds none. */
  findEnquiries: readByWords<EnquiryQuery, readonly DeskEnquiry[]>(),
  /** Counts the enquiries that match a filter, but no further than `most`. */
  countEnquiries: readByWords<{ readonly filter: EnquiryFilter; readonly most: number }, number>(),
  /**
   * Returns the numbers of the latest enquiry, event, mail try and erasure in the audit log. Cheap enough to
   * be polled every second.
   */
  deskPulse: read<void, DeskPulse>(),
  /**
   * Returns the latest enquiry within a scope that has changed since a pulse; undefined if there is none.
   * Erased enquiries are in no scope.
   */
  deskChange: read<{ readonly since: DeskPulse; readonly within: EnquiryReach }, number | undefined>(),
  /** Returns one enquiry with everything that is stored about it, by its id or reference. */
  deskFile: read<string, DeskFile | undefined>(),
  /** Changes the handling state or the assignee of an enquiry and records an event about it. */
  handleEnquiry: write<HandlingChange, HandlingOutcome>(),
  /** Adds a person's comment to an enquiry. Returns false if the enquiry is unknown. */
  noteOnEnquiry: write<
    { readonly id: string; readonly by?: DeskPerson; readonly now: number; readonly text: string },
    boolean
  >(),
  /**
   * Forwards an enquiry to another office: queues its mail to that office's address, with a notice at the
   * top.
   */
  forwardEnquiry: write<
    QueueRequest &
      Required<Pick<QueueRequest, 'addresses'>> & { readonly office: Id; readonly notice?: MailNotice },
    ResendOutcome
  >(),
  /** Returns the preview JPEGs of photos. Photos without a preview are left out. */
  photoPreviews: read<
    readonly string[],
    readonly { readonly path: string; readonly preview: Uint8Array }[]
  >(),
  /**
   * Erases one suspected enquiry with everything that belongs to it. Its files outside the database are then
   * among `erasedFiles`.
   */
  eraseSuspected: write<Noted & { readonly id: string }, 'done' | 'unknown' | 'not-suspected'>(),
  /**
   * Erases an enquiry with everything that belongs to it, whatever its state. Returns undefined if it is
   * unknown.
   */
  eraseEnquiry: write<Noted & { readonly id: string }, Omit<Erased, 'savedAnswers'> | undefined>(),
};
