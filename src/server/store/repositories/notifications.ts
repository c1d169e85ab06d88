import { sql } from 'kysely';
import { type NotificationKind, readNotificationSettings } from '../records/notification-entry.ts';
import { toInboxEnquiry } from '../records/stored-inbox.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository, type Steps } from './statement.ts';

/** The calls of notifications. */
export const notificationsRepository: Repository<
  | 'notificationSettings'
  | 'setNotificationSettings'
  | 'notificationEvents'
  | 'distributeNotifications'
  | 'claimNotifications'
  | 'recordNotificationAttempt'
> = {
  /** Returns the settings of everybody who has some, or of one person. */
  *notificationSettings({ person }) {
    const rows = yield* fetchAll(selectSettings({ person }));
    return rows.flatMap((row) => {
      const settings = readNotificationSettings(row.content);
      return settings ? [{ person: row.person, settings }] : [];
    });
  },
  /** Stores the settings of a person. */
  *setNotificationSettings({ person, settings }) {
    yield* execute(upsertSettings({ person, content: JSON.stringify(settings) }));
  },
  /** Returns at most `limit` events that are due, the earliest first. */
  *notificationEvents({ now, limit }) {
    const rows = yield* fetchAll(selectEvents({ now, limit }));
    return rows.map(({ event, kind, at, person, ...row }) => ({
      number: event,
      // Only `addNotificationEvent` and the acceptance of enquiries write this column.
      kind: kind as NotificationKind,
      at,
      ...(person !== null && { by: person }),
      enquiry: toInboxEnquiry(row),
    }));
  },
  /** Stores the notifications of events and deletes the events, unless they are deleted already. */
  *distributeNotifications(events) {
    for (const { number, notifications, unansweredAt } of events) {
      const event = yield* fetchFirst(selectEvent({ number }));
      if (event === undefined || (yield* execute(deleteEvent({ number }))) === 0) continue;
      const { enquiry, kind, at } = event;
      for (const { person, dueAt } of notifications)
        yield* execute(insertNotification({ person, enquiry, kind, at, due_at: dueAt }));
      if (unansweredAt !== undefined)
        yield* addNotificationEvent({ enquiry, kind: 'unanswered', at, dueAt: unansweredAt });
    }
  },
  /** Claims the due notifications of people, each as the mail that is under way or a new one. */
  *claimNotifications({ now, leasedUntil, mails, most }) {
    const due = yield* fetchAll(selectDue({ now, limit: mails.length }));
    const batches = [];
    for (const [index, { person, mail: former, tries }] of due.entries()) {
      const mail = former ?? mails[index] ?? '';
      if (former === null) yield* execute(assign({ person, mail, now, most }));
      yield* execute(lease({ person, mail, due_at: leasedUntil }));
      const rows = yield* fetchAll(selectOfMail({ person, mail }));
      const notifications = rows.map(({ kind, at, ...row }) => ({
        kind: kind as NotificationKind,
        at,
        enquiry: toInboxEnquiry(row),
      }));
      batches.push({ person, mail, tries, notifications });
    }
    return batches;
  },
  /** Records the result of one try; does nothing if another mail of the person is under way by now. */
  *recordNotificationAttempt(attempt) {
    const { person, mail, state, dueAt, at } = attempt;
    const reason = attempt.reason ?? null;
    if (state === 'waiting') {
      yield* execute(postpone({ person, mail, due_at: dueAt, reason }));
      return;
    }
    yield* execute(deleteOfMail({ person, mail }));
    yield* execute(finish({ person, mail, due_at: dueAt, sent_at: at, reason }));
  },
};

/** Records that something has happened to an enquiry. Call it within the transaction of the change. */
export function* addNotificationEvent({
  enquiry,
  kind,
  at,
  dueAt = at,
  by,
}: {
  /** The number of the enquiry. */
  readonly enquiry: number;
  readonly kind: NotificationKind;
  readonly at: number;
  /** The time from which it is distributed; absent: at once. */
  readonly dueAt?: number;
  readonly by?: string | undefined;
}): Steps<void> {
  yield* execute(insertEvent({ enquiry, kind, at, due_at: dueAt, person: by ?? null }));
}

/** Deletes the settings and notifications of a person whose account is deleted. */
export function* deleteNotifications(person: string): Steps<void> {
  yield* execute(deleteSettings({ person }));
  yield* execute(deleteOfPerson({ person }));
}

interface PersonValue {
  readonly person: string;
}

interface MailValue extends PersonValue {
  readonly mail: string;
}

const selectSettings = defineStatement(({ db }, { person }: { readonly person?: string | undefined }) => {
  const all = db.selectFrom('notification_settings').select(['person', 'content']).orderBy('person');
  return person === undefined ? all : all.where('person', '=', person);
});

const upsertSettings = defineStatement(({ db }, row: PersonValue & { readonly content: string }) =>
  db
    .insertInto('notification_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('person').doUpdateSet({ content: row.content })),
);

/** The columns that `toInboxEnquiry` reads. */
const enquiryColumns = [
  'sequence',
  'id',
  'reference',
  'received_at',
  'enquiries.content',
  'handling',
  'assignee',
  'forwarded_to',
  'state',
  'recipient',
  'refused_by',
  'attempts',
  'reason',
] as const;

const selectEvents = defineStatement(
  ({ db }, { now, limit }: { readonly now: number; readonly limit: number }) =>
    db
      .selectFrom('notification_events as events')
      .innerJoin('enquiries', 'sequence', 'events.enquiry')
      .innerJoin('mails', 'mails.enquiry', 'sequence')
      .select(['events.number as event', 'kind', 'at', 'person'])
      .select(enquiryColumns)
      .where('events.due_at', '<=', now)
      .orderBy('events.due_at')
      .orderBy('events.number')
      .limit(limit),
);

/** Locks the enquiry, so that it is not erased before the transaction ends. */
const selectEvent = defineStatement(({ db }, { number }: { readonly number: number }) =>
  db
    .selectFrom('notification_events')
    .innerJoin('enquiries', 'sequence', 'enquiry')
    .select(['enquiry', 'kind', 'at'])
    .where('number', '=', number)
    .forKeyShare('enquiries'),
);

const deleteEvent = defineStatement(({ db }, { number }: { readonly number: number }) =>
  db.deleteFrom('notification_events').where('number', '=', number),
);

const insertEvent = defineStatement(
  (
    { db },
    row: {
      readonly enquiry: number;
      readonly kind: string;
      readonly at: number;
      readonly due_at: number;
      readonly person: string | null;
    },
  ) => db.insertInto('notification_events').values(row),
);

const insertNotification = defineStatement(
  (
    { db },
    row: PersonValue & {
      readonly enquiry: number;
      readonly kind: string;
      readonly at: number;
      readonly due_at: number;
    },
  ) =>
    db
      .insertInto('notifications')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
);

/** Locks the settings of people whose mail is due, but for those whom another server is just claiming. */
const selectDue = defineStatement(
  ({ db }, { now, limit }: { readonly now: number; readonly limit: number }) =>
    db
      .selectFrom('notification_settings')
      .select(['person', 'mail', 'tries'])
      .where('due_at', '<=', now)
      .where(
        sql<boolean>`(mail IS NOT NULL OR EXISTS (SELECT 1 FROM notifications
          WHERE notifications.person = notification_settings.person AND notifications.due_at <= ${now}))`,
      )
      .orderBy('due_at')
      .orderBy('person')
      .limit(limit)
      .forUpdate()
      .skipLocked(),
);

const assign = defineStatement(
  (_dialect, { person, mail, now, most }: MailValue & { readonly now: number; readonly most: number }) =>
    sql`UPDATE notifications SET mail = ${mail}
      WHERE person = ${person} AND mail IS NULL AND due_at <= ${now} AND enquiry <= (
        SELECT max(enquiry) FROM (SELECT enquiry FROM notifications
          WHERE person = ${person} AND mail IS NULL AND due_at <= ${now} ORDER BY enquiry LIMIT ${most}) AS first)`,
);

const lease = defineStatement(({ db }, { person, ...row }: MailValue & { readonly due_at: number }) =>
  db.updateTable('notification_settings').set(row).where('person', '=', person),
);

const selectOfMail = defineStatement(({ db }, { person, mail }: MailValue) =>
  db
    .selectFrom('notifications')
    .innerJoin('enquiries', 'sequence', 'notifications.enquiry')
    .innerJoin('mails', 'mails.enquiry', 'sequence')
    .select(['kind', 'at'])
    .select(enquiryColumns)
    .where('person', '=', person)
    .where('mail', '=', mail)
    .orderBy('sequence')
    .orderBy('kind'),
);

const postpone = defineStatement(
  (
    _dialect,
    { person, mail, due_at, reason }: MailValue & { readonly due_at: number; readonly reason: string | null },
  ) => sql`UPDATE notification_settings SET tries = tries + 1, due_at = ${due_at}, reason = ${reason}
    WHERE person = ${person} AND mail = ${mail}`,
);

const finish = defineStatement(
  (
    { db },
    {
      person,
      mail,
      ...row
    }: MailValue & {
      readonly due_at: number;
      readonly sent_at: number;
      readonly reason: string | null;
    },
  ) =>
    db
      .updateTable('notification_settings')
      .set({ ...row, mail: null, tries: 0 })
      .where('person', '=', person)
      .where('mail', '=', mail),
);

const deleteOfMail = defineStatement(({ db }, { person, mail }: MailValue) =>
  db.deleteFrom('notifications').where('person', '=', person).where('mail', '=', mail),
);

const deleteSettings = defineStatement(({ db }, { person }: PersonValue) =>
  db.deleteFrom('notification_settings').where('person', '=', person),
);

const deleteOfPerson = defineStatement(({ db }, { person }: PersonValue) =>
  db.deleteFrom('notifications').where('person', '=', person),
);
