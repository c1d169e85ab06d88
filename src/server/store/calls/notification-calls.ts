import type {
  DistributedEvent,
  NotificationAttempt,
  NotificationBatch,
  NotificationEvent,
  StoredNotificationSettings,
} from '../records/notification-entry.ts';
import { defineRead, defineWrite } from './call.ts';

/** The store's calls about notifications of people by mail. */
export const notificationCalls = {
  /** Returns the settings of everybody who has some, or of one person. Damaged ones are left out. */
  notificationSettings: defineRead<
    { readonly person?: string },
    readonly { readonly person: string; readonly settings: StoredNotificationSettings }[]
  >(),
  setNotificationSettings: defineWrite<
    { readonly person: string; readonly settings: StoredNotificationSettings },
    void
  >(),
  /** Returns at most `limit` events that are due, the earliest first. */
  notificationEvents: defineRead<
    { readonly now: number; readonly limit: number },
    readonly NotificationEvent[]
  >(),
  /**
   * Stores the notifications of events and deletes the events. An event that another server has distributed
   * meanwhile, or whose enquiry was erased, is left out.
   */
  distributeNotifications: defineWrite<readonly DistributedEvent[], void>(),
  /**
   * Claims the due notifications of at most as many people as there are ids in `mails`, until `leasedUntil`: at
   * most `most` of each person. Notifications whose mail was not recorded as sent keep their mail's id. Erased
   * enquiries are left out, so a batch may be empty.
   */
  claimNotifications: defineWrite<
    {
      readonly now: number;
      readonly leasedUntil: number;
      readonly mails: readonly string[];
      readonly most: number;
    },
    readonly NotificationBatch[]
  >(),
  /** Records the result of one try; once it is sent or failed, its notifications are deleted. */
  recordNotificationAttempt: defineWrite<NotificationAttempt, void>(),
};
