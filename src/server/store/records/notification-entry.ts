import type { NotificationSettings } from '../../../api/inbox.ts';
import { createShape } from '../../platform/validate-shape.ts';
import type { InboxEnquiry } from './inbox-entry.ts';
import { readJsonColumn } from './stored-json.ts';

/**
 * The reason for a notification: an enquiry has arrived or was released from Spam; it was forwarded; it was
 * assigned to the person; nobody has answered it for some time.
 */
export type NotificationKind = 'new' | 'forwarded' | 'assigned' | 'unanswered';

/** The settings of a person with what their mails are made from. */
export interface StoredNotificationSettings extends NotificationSettings {
  /** The language of the mails (BCP 47). */
  readonly locale: string;
  /** The origin of the links in the mails. */
  readonly origin: string;
}

/** Something that has happened to an enquiry, before it is known who wants to be notified. */
export interface NotificationEvent {
  readonly number: number;
  readonly kind: NotificationKind;
  readonly at: number;
  /** The id of the person who caused it, and is not notified. Absent: nobody of the studio. */
  readonly by?: string;
  readonly enquiry: InboxEnquiry;
}

/** The notifications of an event, and the time at which its enquiry is examined again. */
export interface DistributedEvent {
  readonly number: number;
  readonly notifications: readonly { readonly person: string; readonly dueAt: number }[];
  /** The time of the event `unanswered` of the same enquiry. Absent: there is none. */
  readonly unansweredAt?: number;
}

/** The notifications of a person that are mailed together. */
export interface NotificationBatch {
  readonly person: string;
  /** The id of the mail, the same for every try. */
  readonly mail: string;
  readonly tries: number;
  readonly notifications: readonly {
    readonly kind: NotificationKind;
    readonly at: number;
    readonly enquiry: InboxEnquiry;
  }[];
}

/** The result of one try to mail a batch. `dueAt`: the earliest time of the next mail or the next try. */
export interface NotificationAttempt {
  readonly person: string;
  readonly mail: string;
  readonly at: number;
  readonly state: 'sent' | 'waiting' | 'failed';
  readonly dueAt: number;
  /** The message of the mail server or the system; absent if it was sent. */
  readonly reason?: string;
}

/** Returns the settings of a column; undefined if it is damaged. */
export function readNotificationSettings(column: unknown): StoredNotificationSettings | undefined {
  return readJsonColumn(storedSettings, column);
}

const text = { type: 'string' };
const storedSettings = createShape<StoredNotificationSettings>({
  type: 'object',
  required: ['rules', 'hour', 'zone', 'locale', 'origin'],
  properties: {
    rules: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind', 'when'],
        properties: { kind: text, when: text, type: text, office: text, site: text },
      },
    },
    hour: { type: 'integer' },
    zone: text,
    isPaused: { type: 'boolean' },
    locale: text,
    origin: text,
  },
});
