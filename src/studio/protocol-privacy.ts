/**
 * What the studio's page and its server say to each other of the data of a person, and of how long anything is kept; plain JSON. Addresses
 * are those below `/studio/api/privacy`. All of it is for those who may erase enquiries and are limited to nothing, since it is about
 * everything: others are refused with 403, `not-for-enquiries` or `outside-reach`. Every time is milliseconds since 1970 UTC.
 */

/**
 * `POST /person {email}`: what is stored of whoever has a mail address, whatever its case. The address is in the body, so that no log of
 * requests has it. Each lookup is noted in the audit log, by the mark of the address.
 */
export interface PersonDataView extends StoredOutside {
  readonly email: string;
  /** How many they sent, or that have the address as an answer. */
  readonly enquiries: number;
  /** The latest of them, at most 200. */
  readonly latest: readonly PersonEnquiryView[];
  readonly photos: number;
  readonly mails: number;
  readonly savedAnswers: number;
  readonly elsewhere?: readonly TakenElsewhere[];
  /** References of others' enquiries in whose texts the address stands; they are not the person's, and are not erased. */
  readonly mentionedIn: readonly string[];
  /** Whether there is anything that erasing takes away. */
  readonly isStored: boolean;
  /** What was erased of this address before, the latest first, as the audit log has it. */
  readonly erasures: readonly PastErasure[];
}

/** What there is, or was, outside of the database. */
export interface StoredOutside {
  /** Mails to the address that lie as files and belong to no enquiry: those with a link to saved answers. */
  readonly mailFiles: number;
  /** Copies of the whole database, made before an update: whoever was in it then is in those. */
  readonly copies: number;
}

/** One enquiry of theirs. */
export interface PersonEnquiryView {
  readonly reference: string;
  readonly receivedAt: number;
  /** What the type is called today, else its id. */
  readonly type: string;
  readonly site: string;
}

/**
 * `POST /person/erase`: answered with the certificate; `confirm` is the address once more, as it was typed. 409 `nothing-stored` where
 * there is nothing to erase.
 */
export interface EraseRequest {
  readonly email: string;
  readonly confirm: string;
}

/** What was erased: for whoever asked for it. */
export interface Certificate extends PastErasure {
  readonly email: string;
  /** False: somebody still read the database; what it has in its log is overwritten as soon as they have ended. */
  readonly isLogEmpty: boolean;
}

/** What was erased of an address, as the audit log has it: without the address. */
export interface PastErasure extends ErasedFigures, StoredOutside {
  /** What the address is known by in the audit log. */
  readonly mark: string;
  readonly at: number;
  readonly by: string;
}

/** Why something of privacy is refused, beside what is refused everywhere. */
export type PrivacyRefusal =
  /** 409: there is nothing to erase. */
  | { readonly error: 'nothing-stored' }
  /** 409: it is more than a ZIP archive holds, 65,535 files or 4 GiB. */
  | { readonly error: 'archive-too-large' }
  /** 409: somebody else has set other rules meanwhile, which come with it; nothing was set. */
  | { readonly error: 'rules-changed'; readonly retention: RetentionView };

/**
 * `POST /studio/api/enquiries/:id/erase {confirm}`, for those who may erase, within what they are limited to: erases one enquiry, whatever
 * became of it; `confirm` is its reference. Answered with what was erased. 400 `bad-request` where the reference is another's.
 */
export interface EnquiryCertificate
  extends Omit<Certificate, 'email' | 'mark' | 'savedAnswers' | 'mailFiles'> {
  readonly reference: string;
}

/** How much of each there was. */
export interface ErasedFigures {
  readonly enquiries: number;
  readonly photos: number;
  readonly mails: number;
  readonly savedAnswers: number;
  readonly elsewhere?: readonly TakenElsewhere[];
}

/** How many of the enquiries a destination was given, in the order of the ids; it has them still, whatever is erased here. None: absent. */
export interface TakenElsewhere {
  /** Its id. */
  readonly destination: string;
  readonly count: number;
}

/**
 * `GET /retention`: how long enquiries are kept. `POST /retention {seen, rules}` says it anew, and is answered likewise; `POST
 * /retention/preview {rules}` tells what would go by rules that nobody has set.
 */
export interface RetentionView extends RetentionPreview {
  readonly rules: readonly RetentionRule[];
  /** The most days that a rule may say. */
  readonly mostDays: number;
  /** Who set them, and when; absent: nobody has yet. */
  readonly set?: { readonly by: string; readonly at: number };
  /** The types that there are, and those that are gone from the form and have a rule of their own. */
  readonly types: readonly { readonly id: string; readonly name: string }[];
}

/** The body of `POST /retention`; `seen` are the rules that whoever says it saw: 409 `rules-changed` where others hold by now. */
export interface RetentionRequest {
  readonly seen: readonly RetentionRule[];
  readonly rules: readonly RetentionRule[];
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
