import { textDirection } from '#engine';
import { toFormattingLocale } from '#engine/texts/locale.ts';
import type { NamedId } from '../../api/inbox.ts';
import type { InboxNames } from '../inbox/inbox-names.ts';
import { getRowFacts } from '../preset/enquiries.ts';
import type { MailContent, MailRow } from '../store/records/mail-queue.ts';
import type { StoredNotificationSettings } from '../store/records/notification-entry.ts';
import type { Occurrence } from './matching.ts';
import { createNotificationTexts, type FormatNotificationText } from './notification-texts.ts';

/** The enquiries of a mail, and the data from which it is made. */
export interface NotificationMail {
  /** At least one, in the order of the enquiries. */
  readonly occurrences: readonly Occurrence[];
  readonly settings: Pick<StoredNotificationSettings, 'locale' | 'zone'>;
  /** The origin of the studio. */
  readonly origin: string;
  readonly names: InboxNames;
  /** The most occurrences that are listed. */
  readonly mostListed: number;
  /** The address at which the person stops these mails. */
  readonly stopLink: string;
}

/**
 * Creates the mail about one or several enquiries: what happened, type, reference, time and link of each. Nothing
 * that a visitor wrote is in it, neither name nor address, since a mail leaves the permissions of the studio.
 */
export function createNotificationMail(mail: NotificationMail): MailContent {
  const { occurrences, settings, origin, mostListed, stopLink } = mail;
  const text = createNotificationTexts(settings.locale);
  const { host } = new URL(origin);
  const [first] = occurrences;
  const isOne = occurrences.length === 1;
  const count = occurrences.length;
  const rest = count - mostListed;
  return {
    locale: settings.locale,
    domain: host,
    replyTo: null,
    words: {
      ...(isOne && first ? nameOccurrence(first, mail, text) : nameSummary(text, host, count)),
      intro: text(isOne ? 'intro.one' : 'intro.many'),
      reply: text('why'),
    },
    rows: [
      ...occurrences.slice(0, mostListed).map((one) => createRow(one, mail, text)),
      ...(rest > 0 ? [{ label: text('more'), value: String(rest), link: `${origin}/studio/enquiries` }] : []),
    ],
    action: {
      label: text(isOne ? 'action.one' : 'action.many'),
      link: isOne && first ? createEnquiryLink(first, origin) : `${origin}/studio/enquiries`,
    },
    details: [
      { label: text('settings'), value: text('settings.value'), link: `${origin}/studio/account` },
      { label: text('stop'), value: text('stop.value'), link: stopLink },
    ],
  };
}

/** Returns subject and heading of a mail about one enquiry. */
function nameOccurrence(
  { kind, enquiry }: Occurrence,
  { names }: NotificationMail,
  text: FormatNotificationText,
) {
  const { reference, enquiryType } = enquiry;
  const subject = text(`subject.${kind}`, { type: names.type(enquiryType).name, reference });
  return { subject, heading: text(`kind.${kind}`) };
}

/** Returns subject and heading of a mail about several enquiries. */
function nameSummary(text: FormatNotificationText, site: string, count: number) {
  return { subject: text('subject.many', { site, count }), heading: text('heading.many', { count }) };
}

/** Returns the row of an enquiry: what happened and when; reference, type, facts, site and link. */
function createRow(
  { kind, enquiry }: Occurrence,
  { names, settings, origin }: NotificationMail,
  text: FormatNotificationText,
): MailRow {
  const { enquiryType, domain, reference, receivedAt } = enquiry;
  const facts: readonly NamedId[] = Object.values(getRowFacts(enquiry, names));
  const directionMark = textDirection(settings.locale) === 'rtl' ? '\u200f' : '';
  const about = [names.type(enquiryType), ...facts].map(({ name }) => name);
  const time = new Intl.DateTimeFormat(toFormattingLocale(settings.locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: settings.zone,
  }).format(Date.parse(receivedAt));
  return {
    label: `${text(`kind.${kind}`)} · ${time}`,
    // Each name has its own direction, and the row that of the mail, although it begins with a reference.
    value: directionMark + [reference, ...about.map((name) => `\u2068${name}\u2069`), domain].join(' · '),
    link: createEnquiryLink({ enquiry }, origin),
  };
}

function createEnquiryLink({ enquiry }: Pick<Occurrence, 'enquiry'>, origin: string): string {
  return `${origin}/studio/enquiries/${encodeURIComponent(enquiry.reference)}`;
}
