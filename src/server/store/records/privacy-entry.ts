import type { ExternalCopies } from '../../../api/privacy.ts';
import type { MailState } from './enquiry-record.ts';
import type { NewAuditEntry } from './people-entry.ts';

export interface PersonData {
  /** Enquiries that they sent, or that contain their address as a whole value. */
  readonly enquiries: number;
  readonly latest: readonly PersonEnquiry[];
  readonly photos: number;
  readonly mails: number;
  readonly savedAnswers: number;
  /** Destinations that received some of the enquiries. */
  readonly elsewhere?: readonly ExternalCopies[];
  /**
   * References of other people's enquiries that mention the address within a longer text or a comment, the
   * latest of them.
   */
  readonly mentionedIn: readonly string[];
}

export interface PersonEnquiry {
  readonly id: string;
  readonly reference: string;
  readonly receivedAt: number;
  readonly type: string;
  readonly site: string;
  readonly photos: number;
  readonly mail: MailState;
}

export interface Erased {
  readonly enquiries: number;
  readonly photos: number;
  readonly mails: number;
  readonly savedAnswers: number;
  /** Destinations that received some of it and still have it. */
  readonly elsewhere?: readonly ExternalCopies[];
}

/**
 * A file outside the database that is to be removed because its enquiry was erased: a mail by its id, a photo
 * by its path.
 */
export interface ErasedFile {
  readonly kind: 'mail' | 'photo';
  readonly name: string;
  /**
   * The time until which it may reappear, so that it is searched for again: a mail may be about to be written
   * by this or another process.
   */
  readonly until?: number;
}

/** Milliseconds, longer than any mail takes until it is a file. */
export const mailInFlightMs = 3_600_000;

/** The start of a page of the full-text index. */
export interface IndexPosition {
  readonly segment: number;
  readonly term: Uint8Array;
}

/**
 * A request to erase everything about a person, at most `limit` enquiries at a time. The counts are added to
 * the details of the audit entry.
 */
export interface PersonErasure {
  readonly email: string;
  readonly limit: number;
  readonly note: NewAuditEntry;
}

/** A retention rule. The periods are days since the enquiry arrived; absent: no limit. */
export interface StoredRetentionRule {
  /** An enquiry type's id; absent: every type without a rule. */
  readonly type?: string;
  /** Enquiries with everything that belongs to them. */
  readonly enquiries?: number;
  /** Photos of enquiries that are retained. */
  readonly photos?: number;
  /** The mail content once it was sent, and every try to send it. */
  readonly mails?: number;
}

export interface RetentionChange {
  readonly rules: readonly StoredRetentionRule[];
  /** The rules that the person saw, in any order. */
  readonly seen: readonly StoredRetentionRule[];
  readonly note: NewAuditEntry;
}

/** The data of one type whose retention period is over. */
export interface DueCounts {
  readonly type: string;
  readonly enquiries: number;
  readonly photos: number;
  readonly mails: number;
}
