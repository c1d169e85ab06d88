import type { HandlingState, PersonName } from '../../../api/inbox.ts';
import type { MailContent, MailQueue } from './mail-queue.ts';
import type { MaybeDamaged } from './stored-json.ts';

/** `failed`: the visitor's address refuses it, or no tries are left. */
export type ReplyState = 'waiting' | 'sent' | 'failed';

/** The words of a person's reply to a visitor. They are stored as long as the enquiry. */
export interface ReplyWords {
  readonly by: PersonName;
  readonly subject: string;
  /** May have several lines. Without the quote of the visitor's message. */
  readonly text: string;
  /** The name of the template from which it was written; absent without one. */
  readonly template?: string;
}

/** A reply to be stored and sent. `id` is the enquiry's id or reference. */
export interface NewReply {
  readonly id: string;
  /** A UUID that the page created. A repeated request with the same key stores nothing. */
  readonly key: string;
  readonly now: number;
  readonly to: string;
  readonly words: ReplyWords;
  readonly mail: MailContent;
  /**
   * The state and the number of the last reply (0 for none) that the person saw. If somebody has replied or
   * set the enquiry to answered since, nothing is stored.
   */
  readonly seen: { readonly state: HandlingState; readonly reply: number };
  /** At most `most` replies by one person in `windowMs`. */
  readonly limit: { readonly most: number; readonly windowMs: number };
}

/**
 * The result of adding a reply. `repeated`: it was stored before. `changed`: somebody else was faster.
 * `suspected`: the enquiry must be released first. `too-many`: the person has reached the limit.
 */
export type ReplyOutcome = {
  readonly kind: 'queued' | 'repeated' | 'unknown' | 'changed' | 'suspected' | 'too-many';
};

/** A stored reply and the state of its delivery. */
export interface ReplyRecord extends ReplyWords, MaybeDamaged {
  /** Increases over all enquiries. */
  readonly number: number;
  /** The time at which it was written. */
  readonly at: number;
  readonly to: string;
  readonly state: ReplyState;
  /** The time of the last try; absent if there was none. */
  readonly triedAt?: number;
  readonly dueAt?: number;
  /** The reason for which it was not accepted at the last try; null if it was accepted or not tried. */
  readonly reason: string | null;
}

/**
 * The queue of replies, apart from the mails of enquiries. The `enquiryId` of its mails is the id of the reply
 * (`toReplyId`). Replies have no fallback.
 */
export interface ReplyQueue {
  readonly replies: MailQueue;
}

/** Returns the id of a reply's mail: `toReplyId('1111…', 3) // '1111….reply-3'` */
export function toReplyId(enquiryId: string, number: number): string {
  return `${enquiryId}.reply-${number}`;
}

/** Returns the number of the reply with such an id; 0 if it is none. */
export function getReplyNumber(replyId: string): number {
  return Number(/\.reply-(\d+)$/.exec(replyId)?.[1] ?? 0);
}

/** Returns the id of the enquiry to which the mail with this id belongs. */
export function getEnquiryIdOfMail(mailId: string): string {
  return mailId.replace(/\.reply-\d+$/, '');
}
