import { randomUUID } from 'node:crypto';
import type { Form } from '#engine';
import { includesEnquiryRight, pickAccessScope } from '../admin/people/actor.ts';
import type { MailTransport } from '../delivery/mail/mail-transport.ts';
import { type Outbox, startOutbox } from '../delivery/mail/outbox.ts';
import type { Content } from '../forms/content/content.ts';
import { isInEnquiryScope, toEnquiryScope } from '../inbox/enquiry-scope.ts';
import { createInboxNames } from '../inbox/inbox-names.ts';
import type { Clock } from '../platform/concurrency/clock.ts';
import type { ServerSettings } from '../platform/config/settings.ts';
import type { Log } from '../platform/log/log.ts';
import type { SigningKeys } from '../platform/secret/signed-token.ts';
import type { DueMail, MailQueue } from '../store/records/mail-queue.ts';
import type { NotificationBatch } from '../store/records/notification-entry.ts';
import type { Store } from '../store/store.ts';
import { createNotificationMail } from './compose-notification.ts';
import { findWhen, getDueTime } from './matching.ts';
import { createStopLink } from './notification-stop.ts';

export interface NotificationOptions {
  readonly store: Store;
  readonly form: () => Form;
  readonly content: () => Content;
  /** Opens the transport, when the first mail is due. */
  readonly openTransport: () => Promise<MailTransport>;
  readonly mailFrom: string | undefined;
  /** The origin of the studio; undefined: that at which a person has saved their settings. */
  readonly publicOrigin: string | undefined;
  /** Signs the links that stop the mails. */
  readonly keys: SigningKeys;
  readonly settings: Pick<ServerSettings, 'mail' | 'people' | 'notifications'>;
  readonly clock: Clock;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Starts to mail people what they want to know about enquiries. Several servers can share the work: an event is
 * distributed in one transaction, and the mails of a person are leased.
 */
export function startNotifications(options: NotificationOptions): Outbox {
  const { settings, openTransport, mailFrom, clock, random, log } = options;
  const underWay = new Map<string, MailUnderWay>();
  const queue = createNotificationQueue(options, underWay);
  return startOutbox({
    what: 'notification',
    queue,
    transport: createLazyTransport(openTransport),
    async compose(due) {
      const unsubscribe = underWay.get(due.enquiryId)?.stopLink;
      const { composeMessage, requireContent } = await import('../delivery/mail/compose.ts');
      const content = requireContent(due);
      const message = { id: due.enquiryId, at: due.receivedAt, to: due.to, mailFrom, content };
      return composeMessage({ ...message, ...(unsubscribe !== undefined && { unsubscribe }) });
    },
    settings: { ...settings.mail, ...settings.people.mail, ...settings.notifications },
    clock,
    random,
    log,
  });
}

/**
 * Creates a transport that is opened with its first mail, since most starts of the server mail nothing.
 */
function createLazyTransport(open: () => Promise<MailTransport>): MailTransport {
  let opened: Promise<MailTransport> | undefined;
  return {
    async deliver(mail) {
      opened ??= open();
      return (await opened).deliver(mail);
    },
    forget: async (id) => (await opened)?.forget(id),
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/** The person of a mail that is being sent, and the link that stops their mails. */
interface MailUnderWay {
  readonly person: string;
  readonly stopLink: string;
}

/**
 * Creates the queue of the mails. The ids of its mails are those of batches, and the keys of `underWay`. Each mail
 * is made anew for each try, so that it contains only what its person may see at that time.
 */
function createNotificationQueue(
  options: NotificationOptions,
  underWay: Map<string, MailUnderWay>,
): MailQueue {
  const { store, clock, log } = options;
  const { gapMs, leaseMs, mostOfMail } = options.settings.notifications;
  return {
    becomeSender: async () => true,
    /** Distributes events, claims batches and makes their mails. A batch of which nothing is left is finished. */
    async dueMails({ now, limit }) {
      await distributeEvents(options, now);
      const mails = Array.from({ length: limit }, () => randomUUID());
      const claim = { now, leasedUntil: now + leaseMs, mails, most: mostOfMail };
      const batches = await store.claimNotifications(claim);
      const due: DueMail[] = [];
      for (const batch of batches) {
        const { person, mail } = batch;
        try {
          const made = await makeDueMail(batch, options);
          if (made) {
            underWay.set(mail, { person, stopLink: made.stopLink });
            due.push(made.due);
          } else {
            const at = clock.now();
            await store.recordNotificationAttempt({ person, mail, at, state: 'sent', dueAt: at });
          }
        } catch (error) {
          // Such as a damaged account. The others get their mails, and this one is tried again after the lease.
          log.error('notification-not-composed', error, { id: mail });
        }
      }
      return due;
    },
    nextMailDueAt: async () => undefined,
    async recordMailAttempt(attempt) {
      const { enquiryId: mail, at } = attempt;
      const person = underWay.get(mail)?.person;
      if (person === undefined) return true;
      const isWaiting = attempt.state === 'waiting' || attempt.state === 'redirected';
      await store.recordNotificationAttempt({
        person,
        mail,
        at,
        // There is no other address to which it could be redirected.
        state: isWaiting ? 'waiting' : attempt.state,
        dueAt: isWaiting ? attempt.dueAt : at + gapMs,
        ...(attempt.state !== 'sent' && { reason: attempt.reason }),
      });
      underWay.delete(mail);
      return true;
    },
    /** Adds no listener: what happens on another server is found by polling anyway. */
    onMailQueued: () => () => undefined,
  };
}

/** Distributes all events that are due to the people who want to know of them. */
async function distributeEvents(options: NotificationOptions, now: number): Promise<void> {
  const { store } = options;
  const { eventBatch, unansweredMs } = options.settings.notifications;
  for (;;) {
    const events = await store.notificationEvents({ now, limit: eventBatch });
    if (events.length === 0) return;
    const all = await store.notificationSettings({});
    const names = createNames(options, 'en');
    await store.distributeNotifications(
      events.map(({ number, kind, at, by, enquiry }) => ({
        number,
        notifications: all.flatMap(({ person, settings }) => {
          const when = person === by ? undefined : findWhen({ kind, enquiry }, { person, settings, names });
          return when ? [{ person, dueAt: getDueTime(when, settings, now) }] : [];
        }),
        ...(kind === 'new' && enquiry.handling !== 'answered' && { unansweredAt: at + unansweredMs }),
      })),
    );
    if (events.length < eventBatch) return;
  }
}

/**
 * Makes the mail of a batch, with what its person may see and wants to know now. Undefined if nothing is left: they
 * have no account or address any more, no right, or other settings; the enquiries were erased or answered.
 */
async function makeDueMail(
  { person: id, mail, tries, notifications }: NotificationBatch,
  options: NotificationOptions,
): Promise<{ readonly due: DueMail; readonly stopLink: string } | undefined> {
  const { store, form, content, keys, publicOrigin, settings: all, clock } = options;
  const [[entry], person] = await Promise.all([
    store.notificationSettings({ person: id }),
    store.person({ id }),
  ]);
  if (entry === undefined || person?.email === undefined) return undefined;
  const { settings } = entry;
  const reach = pickAccessScope(person);
  const scope = toEnquiryScope(reach, { form: form(), content: content() });
  const names = createNames(options, settings.locale);
  const occurrences = notifications.filter(
    (one) =>
      includesEnquiryRight(reach, 'read') &&
      isInEnquiryScope(scope, one.enquiry) &&
      findWhen(one, { person: id, settings, names }) !== undefined,
  );
  const [first] = occurrences;
  if (first === undefined) return undefined;
  const origin = publicOrigin ?? settings.origin;
  const stopLink = createStopLink(id, { origin, keys });
  const { mostListed } = all.notifications;
  return {
    stopLink,
    due: {
      enquiryId: mail,
      reference: first.enquiry.reference,
      receivedAt: clock.now(),
      to: person.email,
      fallback: null,
      refusedBy: null,
      content: createNotificationMail({ occurrences, settings, origin, names, mostListed, stopLink }),
      tries,
    },
  };
}

/** Creates the names of types and offices in a language. */
function createNames({ form, content }: Pick<NotificationOptions, 'form' | 'content'>, locale: string) {
  return createInboxNames({ form: form(), content: content(), people: [] }, locale);
}
