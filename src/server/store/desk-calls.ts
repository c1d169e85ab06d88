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

/** The store's calls about enquiries as the desk finds them, and looks after them. */
export const deskCalls = {
  /** Enquiries that a filter holds for; at most `limit`. A search of no word finds none. */
  findEnquiries: readByWords<EnquiryQuery, readonly DeskEnquiry[]>(),
  /** How many there are of them, counted no further than `most`. */
  countEnquiries: readByWords<{ readonly filter: EnquiryFilter; readonly most: number }, number>(),
  /**
   * The number of the latest enquiry, of what was done last, of the last try of a mail, and of the last erasure in the audit log: cheap
   * enough to be asked every second.
   */
  deskPulse: read<void, DeskPulse>(),
  /** The latest enquiry within a reach of which something has become since a pulse; undefined: there is none. What was erased is of none. */
  deskChange: read<{ readonly since: DeskPulse; readonly within: EnquiryReach }, number | undefined>(),
  /** One enquiry with all that is known of it, by its id or reference. */
  deskFile: read<string, DeskFile | undefined>(),
  /** Says what becomes of an enquiry, and who has taken it up; noted among what was done with it. */
  handleEnquiry: write<HandlingChange, HandlingOutcome>(),
  /** Notes what somebody has to say of an enquiry; false where there is none. */
  noteOnEnquiry: write<
    { readonly id: string; readonly by?: DeskPerson; readonly now: number; readonly text: string },
    boolean
  >(),
  /** Gives an enquiry to another office, and queues its mail to that one's address, with a sentence about it above all. */
  forwardEnquiry: write<
    QueueRequest &
      Required<Pick<QueueRequest, 'addresses'>> & { readonly office: Id; readonly notice?: MailNotice },
    ResendOutcome
  >(),
  /** The small pictures of photos that were made anew, JPEGs; of those that have none there is none. */
  photoPreviews: read<
    readonly string[],
    readonly { readonly path: string; readonly preview: Uint8Array }[]
  >(),
  /** Erases one enquiry that is suspected, with all that belongs to it. What lies outside of the database is then among `erasedFiles`. */
  eraseSuspected: write<Noted & { readonly id: string }, 'done' | 'unknown' | 'not-suspected'>(),
  /** Erases an enquiry with all that belongs to it, whatever became of it; undefined where there is none. */
  eraseEnquiry: write<Noted & { readonly id: string }, Omit<Erased, 'savedAnswers'> | undefined>(),
};
