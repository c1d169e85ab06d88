import type { MailFacts } from '#engine/preset/model.ts';
import { toFormattingLocale } from '#engine/texts/locale.ts';
import { isMailAddress } from '../../platform/config/variables.ts';
import type {
  MailAddresses,
  MailContent,
  MailPhotos,
  MailRow,
  NewMail,
} from '../../store/records/mail-queue.ts';
import { toInertAddress, toInertLine, toInertText } from './inert-text.ts';

/** The input of a mail. Labels and values are texts for people, in the language of `text`. */
export interface MailInput {
  readonly addresses: MailAddresses;
  /** The language of `text`, of the labels and of the time: BCP 47. */
  readonly locale: string;
  readonly text: MailText;
  /** The label of the enquiry type. */
  readonly type: string;
  /** The facts of the enquiry beside its answers. Empty ones are not listed. */
  readonly facts: MailFacts;
  /** As the visitor entered them; absent if the form does not ask. */
  readonly visitor: { readonly name?: string; readonly email?: string };
  /** Every value that is not empty, except photos, in the form's order. */
  readonly rows: readonly MailRow[];
  /** Signed addresses of the full photos; none by default. */
  readonly photoLinks?: readonly string[];
  /** The label of each photo's field, in their order; absent if there is only one such field. */
  readonly photoLabels?: readonly string[];
  /** True if the uploads may be other files than photos: the texts then call them files. False by default. */
  readonly hasFiles?: boolean;
  readonly enquiry: {
    readonly reference: string;
    /** Milliseconds since 1970. */
    readonly receivedAt: number;
    readonly domain: string;
    readonly submissionUrl: string;
    readonly version?: number;
  };
  /** True if `submissionUrl` belongs to one of the sites; any other address is marked and disarmed. */
  readonly isOwnPage: boolean;
}

/**
 * Formats a text in one language: `text('mail.subject', {type: 'Sales', ...})`. Each text may use the
 * arguments `{type}`, `{reference}`, `{domain}`, `{name}` (the visitor's) and the facts; facts and `name` may
 * be empty. Texts about photos use `{count}`, and that of the fallback `{address}`, which is known when the
 * mail is sent.
 */
type MailText = (key: `mail.${string}`, values?: Readonly<Record<string, string>>) => string;

/**
 * Creates the addresses and the texts of an enquiry's mail, safe for header and body, with the form that
 * judged it. The message itself is composed when it is sent.
 */
export function prepareEnquiryMail(input: MailInput): NewMail {
  const {
    addresses,
    locale,
    text,
    type,
    facts,
    visitor,
    rows,
    photoLinks = [],
    photoLabels,
    hasFiles = false,
    enquiry,
    isOwnPage,
  } = input;
  const { reference, receivedAt, domain, submissionUrl, version } = enquiry;
  const values = { type, reference, ...facts, domain, name: visitor.name ?? '' };
  const replyTo = toReplyAddress(visitor);
  const details = [
    { label: text('mail.labels.reference', values), value: reference },
    ...listFacts(facts, (name) => text(`mail.labels.${name}`, values)),
    {
      label: text('mail.labels.page', values),
      value: isOwnPage ? submissionUrl : formatForeignPage(submissionUrl, text),
    },
    { label: text('mail.labels.received', values), value: formatMailTime(receivedAt, locale) },
    { label: getVersionLabel(text), value: version === undefined ? '' : String(version) },
  ];
  return {
    ...addresses,
    content: {
      locale,
      domain,
      replyTo,
      words: {
        subject: toInertLine(text('mail.subject', values)),
        heading: toInertLine(text('mail.heading', values)),
        intro: toInertLine(text('mail.intro', values)),
        ...(replyTo ? { reply: toInertLine(text('mail.reply', values)) } : {}),
        fallback: toInertLine(text('mail.fallback', { ...values, address: '{address}' })),
      },
      rows: rows.map(toInertRow),
      ...(photoLinks.length > 0
        ? {
            photos: {
              ...toMailPhotos(photoLinks, hasFiles ? 'mail.files' : 'mail.photos', text),
              ...(photoLabels && { labels: photoLabels.map(toInertLine) }),
            },
          }
        : {}),
      details: details.filter(({ value }) => value !== '').map(toInertRow),
    },
  };
}

/** Returns a row for each fact, in their order. */
export function listFacts(facts: MailFacts, getLabel: (name: string) => string): readonly MailRow[] {
  return Object.entries(facts).map(([name, value]) => ({ label: getLabel(name), value }));
}

/**
 * Creates texts for every possible number of photos, because the number that can be shown is known only when
 * the mail is sent.
 */
function toMailPhotos(
  links: readonly string[],
  keyPrefix: 'mail.files' | 'mail.photos',
  text: MailText,
): MailPhotos {
  return {
    heading: toInertLine(text(keyPrefix, { count: String(links.length) })),
    withheld: links.map((_link, index) =>
      toInertLine(text(`${keyPrefix}.withheld`, { count: String(index + 1) })),
    ),
    pending: links.map((_link, index) =>
      toInertLine(text(`${keyPrefix}.pending`, { count: String(index + 1) })),
    ),
    links,
  };
}

/**
 * Returns the label of the form version. Documents of an earlier release lack this text; then it is
 * `Version`, which is similar in many languages.
 */
function getVersionLabel(text: MailText): string {
  const label = text('mail.labels.version');
  return label === 'mail.labels.version' ? 'Version' : label;
}

/** Returns the text for a page address that is not one of ours, without a link. */
function formatForeignPage(submissionUrl: string, text: MailText): string {
  return text('mail.page.foreign', { address: toInertAddress(submissionUrl) });
}

/**
 * Returns the Reply-To address, without a name that looks like an address. Null without an address, or if the
 * text is not exactly one; then it is only among the rows.
 */
function toReplyAddress({ name, email }: MailInput['visitor']): MailContent['replyTo'] {
  if (!email || !isMailAddress(email)) return null;
  const shown = toInertLine(name ?? '');
  return { name: looksLikeAddress.test(shown) ? '' : shown, address: email };
}

/**
 * Matches names that look like an address and could mislead the reader: `bank@example.com <eve@example.org>`.
 */
const looksLikeAddress = /[@\uff20\ufe6b<>]|:\/\/|\bwww\./iu;

/** Returns the label as one safe line, and the value as a safe text that may have several lines. */
export function toInertRow({ label, value }: MailRow): MailRow {
  return { label: toInertLine(label), value: toInertText(value) };
}

/**
 * Formats a time in UTC with the zone's name, because the office's time zone is not known.
 * @param time Milliseconds since 1970.
 */
export function formatMailTime(time: number, locale: string): string {
  const { format, ...last } = timeFormats.get(locale) ?? {
    format: new Intl.DateTimeFormat(toFormattingLocale(locale), timeStyle),
  };
  const minute = Math.floor(time / 60_000);
  const text = last.minute === minute && last.text ? last.text : `${format.format(time)} UTC`;
  timeFormats.set(locale, { format, minute, text });
  return text;
}

const timeStyle = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;

/**
 * The formatter of a language, with the last minute that it formatted: many mails belong to the same minute.
 */
interface TimeFormat {
  readonly format: Intl.DateTimeFormat;
  readonly minute?: number;
  readonly text?: string;
}

/**
 * Formatters are cached, because creating one takes longer than the rest of a mail. There is one per
 * language.
 */
const timeFormats = new Map<string, TimeFormat>();
