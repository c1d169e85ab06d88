/**
 * What the studio's page and its server say to each other of the data of a person, and of how long anything is kept; plain JSON. Addresses
 * are those below `/studio/api/privacy`. All of it is for those who may erase enquiries and are limited to nothing, since it is about
 * everything: others are refused with 403, `not-for-enquiries` or `outside-reach`. Every time is milliseconds since 1970 UTC.
 */

/** `GET /person?email=ADDRESS`: what is stored of whoever has a mail address, whatever its case. */
export interface PersonDataView {
  readonly email: string;
  /** How many they sent, or that have the address as an answer. */
  readonly enquiries: number;
  /** The latest of them, at most 200. */
  readonly latest: readonly PersonEnquiryView[];
  readonly photos: number;
  readonly mails: number;
  readonly savedAnswers: number;
  /** References of others' enquiries in whose texts the address stands; they are not the person's, and are not erased. */
  readonly mentionedIn: readonly string[];
  /** When what there was of this address was erased before, the latest first. */
  readonly erasedAt: readonly number[];
}

/** One enquiry of theirs. */
export interface PersonEnquiryView {
  readonly reference: string;
  readonly receivedAt: number;
  /** What the type is called today, else its id. */
  readonly type: string;
  readonly site: string;
}

/** `POST /person/erase`: answered with the certificate; `confirm` is the address once more, as it was typed. */
export interface EraseRequest {
  readonly email: string;
  readonly confirm: string;
}

/** What was erased: for whoever asked for it. The audit log has the same, without the address. */
export interface Certificate extends ErasedFigures {
  readonly email: string;
  /** What the address is known by in the audit log. */
  readonly mark: string;
  readonly at: number;
  readonly by: string;
  /** Copies of the whole database, made before an update, that went too. */
  readonly copies: number;
  /** False: somebody still read the database; what it has in its log is overwritten as soon as they have ended. */
  readonly isLogEmpty: boolean;
}

/**
 * `POST /studio/api/enquiries/:id/erase {confirm}`, for those who may erase, within what they are limited to: erases one enquiry, whatever
 * became of it; `confirm` is its reference. Answered with what was erased. 400 `bad-request` where the reference is another's.
 */
export interface EnquiryCertificate extends Omit<Certificate, 'email' | 'mark' | 'savedAnswers'> {
  readonly reference: string;
}

/** How much of each there was. */
export interface ErasedFigures {
  readonly enquiries: number;
  readonly photos: number;
  readonly mails: number;
  readonly savedAnswers: number;
}

/**
 * `GET /retention`: how long enquiries are kept. `POST /retention {rules}` says it anew, and is answered likewise; `POST
 * /retention/preview {rules}` tells what would go by rules that nobody has set.
 */
export interface RetentionView extends RetentionPreview {
  readonly rules: readonly RetentionRule[];
  /** The types that there are, and those that are gone from the form and have a rule of their own. */
  readonly types: readonly { readonly id: string; readonly name: string }[];
}

/** What goes now, and within 30 days from now, by type; of what does not go there is none. */
export interface RetentionPreview {
  readonly now: readonly RetentionDue[];
  readonly soon: readonly RetentionDue[];
}

/** In days since an enquiry arrived; absent: for good. */
export interface RetentionRule {
  /** An enquiry type's id; absent: every type that has no rule of its own. */
  readonly type?: string;
  readonly enquiries?: number;
  readonly photos?: number;
  readonly mails?: number;
}

/** How much of a type. */
export interface RetentionDue {
  /** The enquiry type's id. */
  readonly type: string;
  readonly enquiries: number;
  readonly photos: number;
  readonly mails: number;
}
