/**
 * The JSON messages between studio and server about the data of a person and about retention. Addresses are
 * relative to `/studio/api/privacy`. They are only for people who may erase enquiries and have no limits,
 * since they concern all data; others get 403, `not-for-enquiries` or `outside-reach`. Times are milliseconds
 * since 1970 UTC.
 */

/**
 * The answer of `POST /person {email}`: everything that is stored about the person with a mail address,
 * ignoring case. The address is in the body so that it does not appear in request logs. Each lookup becomes
 * an audit entry with the mark of the address.
 */
export interface PersonDataView extends StoredOutside {
  readonly email: string;
  /** The number of enquiries that they sent, or that contain the address as an answer. */
  readonly enquiries: number;
  /** The latest of them, at most 200. */
  readonly latest: readonly PersonEnquiryView[];
  readonly photos: number;
  readonly mails: number;
  readonly savedAnswers: number;
  readonly elsewhere?: readonly ExternalCopies[];
  /** References of other people's enquiries whose texts mention the address. They are not erased. */
  readonly mentionedIn: readonly string[];
  /** True if there is anything to erase. */
  readonly isStored: boolean;
  /** Earlier erasures of this address, the latest first, from the audit log. */
  readonly erasures: readonly PastErasure[];
}

/** Data outside of the database. */
export interface StoredOutside {
  /**
   * Mails to the address that are stored as files and belong to no enquiry: those with a link to saved
   * answers.
   */
  readonly mailFiles: number;
  /** Copies of the whole database, made before an update. They contain everybody who was in it then. */
  readonly copies: number;
}

export interface PersonEnquiryView {
  readonly reference: string;
  readonly receivedAt: number;
  /** The current name of the type, or its id. */
  readonly type: string;
  readonly site: string;
}

/**
 * The body of `POST /person/erase`, answered with the certificate. `confirm` repeats the address as it was
 * typed. 409 `nothing-stored` if there is nothing to erase.
 */
export interface EraseRequest {
  readonly email: string;
  readonly confirm: string;
}

/** The record of an erasure, for the person who asked for it. */
export interface PersonErasureCertificate extends PastErasure {
  readonly email: string;
  /**
   * False if somebody was still reading the database. The data in its log is overwritten as soon as they have
   * finished.
   */
  readonly isLogEmpty: boolean;
}

/** The record of an erasure in the audit log, without the address. */
export interface PastErasure extends ErasedFigures, StoredOutside {
  /** The pseudonym of the address in the audit log. */
  readonly mark: string;
  readonly at: number;
  readonly by: string;
}

/** The reason why a request about privacy is refused, besides the general reasons. */
export type PrivacyRefusal =
  /** 409: there is nothing to erase. */
  | { readonly error: 'nothing-stored' }
  /** 409: more than a ZIP archive can contain, 65,535 files or 4 GiB. */
  | { readonly error: 'archive-too-large' }
  /** 409: somebody else has changed the rules, which are included; nothing was saved. */
  | { readonly error: 'rules-changed'; readonly retention: RetentionView };

/**
 * The answer of `POST /studio/api/enquiries/:id/erase {confirm}`, for people who may erase, within their
 * limits. Erases one enquiry in any state. `confirm` is its reference: 400 `bad-request` if it belongs to
 * another enquiry.
 */
export interface EnquiryCertificate
  extends Omit<PersonErasureCertificate, 'email' | 'mark' | 'savedAnswers' | 'mailFiles'> {
  readonly reference: string;
}

/** The number of erased or stored records of each kind. */
export interface ErasedFigures {
  readonly enquiries: number;
  readonly photos: number;
  readonly mails: number;
  readonly savedAnswers: number;
  readonly elsewhere?: readonly ExternalCopies[];
}

/**
 * A destination that received enquiries, and their number. It still has them after an erasure. Lists are
 * ordered by destination id, and absent if empty.
 */
export interface ExternalCopies {
  /** The destination's id. */
  readonly destination: string;
  readonly count: number;
}

/**
 * The answer of `GET /retention` and of `POST /retention {seen, rules}`, which changes the rules. `POST
 * /retention/preview {rules}` answers what given rules would erase.
 */
export interface RetentionView extends RetentionPreview {
  readonly rules: readonly RetentionRuleView[];
  /** The maximum number of days of a rule. */
  readonly mostDays: number;
  /** The person who set them, and the time. Absent if nobody has yet. */
  readonly set?: { readonly by: string; readonly at: number };
  /** The current types, and removed types that have a rule. */
  readonly types: readonly { readonly id: string; readonly name: string }[];
}

/**
 * The body of `POST /retention`. `seen` are the rules that the person saw: 409 `rules-changed` if they have
 * changed since.
 */
export interface RetentionRequest {
  readonly seen: readonly RetentionRuleView[];
  readonly rules: readonly RetentionRuleView[];
}

/** The records that are erased now, and within the next 30 days, by type. Types without any are omitted. */
export interface RetentionPreview {
  readonly now: readonly RetentionDueView[];
  readonly soon: readonly RetentionDueView[];
}

/** A retention rule, in days since an enquiry arrived. Absent numbers: stored for ever. */
export interface RetentionRuleView {
  /** An enquiry type's id. Absent: all types without a rule. */
  readonly type?: string;
  readonly enquiries?: number;
  readonly photos?: number;
  readonly mails?: number;
}

/** The number of records of one type that are due. */
export interface RetentionDueView {
  /** The enquiry type's id. */
  readonly type: string;
  readonly enquiries: number;
  readonly photos: number;
  readonly mails: number;
}
