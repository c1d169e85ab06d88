import type { TakenElsewhere } from '../../studio/protocol-privacy.ts';
import type { MailState } from './enquiry-record.ts';
import type { NewAuditEntry } from './people-entry.ts';

/** What is stored of whoever has a mail address. */
export interface PersonData {
  /** How many enquiries they sent, or that name their address in a field of its own. */
  readonly enquiries: number;
  /** The latest of them. */
  readonly latest: readonly PersonEnquiry[];
  /** Photos that these enquiries name, and no other does. */
  readonly photos: number;
  /** Mails of these enquiries whose words are kept. */
  readonly mails: number;
  readonly savedAnswers: number;
  /** Which destinations were given some of them. */
  readonly elsewhere?: readonly TakenElsewhere[];
  /** References of enquiries of others that mention the address within a longer text or in a note, the latest of them. */
  readonly mentionedIn: readonly string[];
}

/** One enquiry of a person, as it is told of. */
export interface PersonEnquiry {
  readonly id: string;
  readonly reference: string;
  readonly receivedAt: number;
  /** The enquiry type's id. */
  readonly type: string;
  readonly site: string;
  readonly photos: number;
  readonly mail: MailState;
}

/** What was erased. */
export interface Erased {
  readonly enquiries: number;
  readonly photos: number;
  readonly mails: number;
  readonly savedAnswers: number;
  /** Which destinations were given some of it, and have it still. */
  readonly elsewhere?: readonly TakenElsewhere[];
}

/** Something outside of the database that is to go, since what it belonged to was erased: a mail by its id, a photo by its path. */
export interface ErasedFile {
  readonly kind: 'mail' | 'photo';
  readonly name: string;
  /** Until then it may still come back, and is looked for again: a mail that was to be sent may be under way, in this process or another. */
  readonly until?: number;
}

/** Longer than any mail is under way that becomes a file. */
export const underWayMs = 3_600_000;

/** Where a page of the index begins by which enquiries are found. */
export interface WordPlace {
  readonly segment: number;
  readonly term: Uint8Array;
}

/** Erases everything of a person, at most `limit` enquiries at a time. What it was is added to the note's details. */
export interface PersonErasure {
  readonly email: string;
  readonly limit: number;
  readonly note: NewAuditEntry;
}

/** How long something is kept: in days since its enquiry arrived; absent: for good. */
export interface RetentionRule {
  /** An enquiry type's id; absent: every type that has no rule of its own. */
  readonly type?: string;
  /** With all that belongs to them. */
  readonly enquiries?: number;
  /** Of enquiries that are kept. */
  readonly photos?: number;
  /** The worded mail, once it was sent, and each try to send it. */
  readonly mails?: number;
}

/** How long anything is kept from now on. */
export interface RetentionChange {
  readonly rules: readonly RetentionRule[];
  /** The rules that whoever changes them saw, in whatever order. */
  readonly seen: readonly RetentionRule[];
  readonly note: NewAuditEntry;
}

/** What of one type has been kept for as long as it is to be. */
export interface RetentionDue {
  /** The enquiry type's id. */
  readonly type: string;
  readonly enquiries: number;
  readonly photos: number;
  readonly mails: number;
}
