import { formattingLocale } from '#engine/locale.ts';
import { isMailAddress } from '../config/variables.ts';
import type { MailAddresses, MailContent, MailPhotos, MailRow, NewMail } from '../store/mail-queue.ts';
import { inertAddress, inertLine, inertText } from './inert.ts';

/** What a mail is made of. Labels and values are as a person reads them, in the language of `text`. */
export interface MailInput {
  readonly addresses: MailAddresses;
  /** BCP 47 tag of the language of `text`, of the labels and of the time. */
  readonly locale: string;
  readonly text: MailText;
  /** Label of the enquiry type: `Sales enquiry`. */
  readonly type: string;
  /** Label of the office; absent where the enquiry has none. */
  readonly office?: string;
  /** As the visitor entered them; absent where the form does not ask. */
  readonly visitor: { readonly name?: string; readonly email?: string };
  /** Every value that is not empty, in the form's order. */
  readonly rows: readonly MailRow[];
  /** Signed addresses of the full photos; none by default. */
  readonly photoLinks?: readonly string[];
  /** What the field of each is called, in their order; absent where there is one such field alone. */
  readonly photoLabels?: readonly string[];
  /** Files of other kinds are among them. */
  readonly hasFiles?: boolean;
  readonly enquiry: {
    readonly reference: string;
    readonly receivedAt: number;
    readonly domain: string;
    readonly submissionUrl: string;
    /** The number of the version of the form that the visitor saw. */
    readonly version?: number;
  };
  /** Whether `submissionUrl` is an address of one of the sites; what is not is marked, and no link. */
  readonly isOwnPage: boolean;
}

/**
 * Words in one language: `text('mail.subject', {type: 'Sales', ...})`. Each text may use the arguments `{type}`,
 * `{reference}`, `{office}`, `{domain}` and `{name}` (the visitor's); `office` and `name` are empty where there is none.
 * Those about photos use `{count}`, and what a fallback is told `{address}`, which is known when it is sent.
 */
type MailText = (key: `mail.${string}`, values?: Readonly<Record<string, string>>) => string;

/** Words an enquiry's mail while the form that judged it is at hand; it is composed when it is sent. */
export function prepareMail(input: MailInput): NewMail {
  const {
    addresses,
    locale,
    text,
    type,
    office = '',
    visitor,
    rows,
    photoLinks = [],
    photoLabels,
    hasFiles = false,
    enquiry,
    isOwnPage,
  } = input;
  const { reference, receivedAt, domain, submissionUrl, version } = enquiry;
  const values = { type, reference, office, domain, name: visitor.name ?? '' };
  const replyTo = replyAddress(visitor);
  const details = [
    { label: text('mail.labels.reference', values), value: reference },
    { label: text('mail.labels.office', values), value: office },
    {
      label: text('mail.labels.page', values),
      value: isOwnPage ? submissionUrl : foreignPage(submissionUrl, text),
    },
    { label: text('mail.labels.received', values), value: formatTime(receivedAt, locale) },
    { label: versionLabel(text), value: version === undefined ? '' : String(version) },
  ];
  return {
    ...addresses,
    content: {
      locale,
      domain,
      replyTo,
      words: {
        subject: inertLine(text('mail.subject', values)),
        heading: inertLine(text('mail.heading', values)),
        intro: inertLine(text('mail.intro', values)),
        ...(replyTo ? { reply: inertLine(text('mail.reply', values)) } : {}),
        fallback: inertLine(text('mail.fallback', { ...values, address: '{address}' })),
      },
      rows: rows.map(inertRow),
      ...(photoLinks.length > 0
        ? {
            photos: {
              ...photosOf(photoLinks, hasFiles ? 'mail.files' : 'mail.photos', text),
              ...(photoLabels && { labels: photoLabels.map(inertLine) }),
            },
          }
        : {}),
      details: details.filter(({ value }) => value !== '').map(inertRow),
    },
  };
}

/** Which photos can be shown is known when the mail is sent; its words are those of now. */
function photosOf(links: readonly string[], words: 'mail.files' | 'mail.photos', text: MailText): MailPhotos {
  return {
    heading: inertLine(text(words, { count: String(links.length) })),
    withheld: links.map((_link, index) => inertLine(text(`${words}.withheld`, { count: String(index + 1) }))),
    pending: links.map((_link, index) => inertLine(text(`${words}.pending`, { count: String(index + 1) }))),
    links,
  };
}

/** Documents of an earlier release have no word for it; it is written alike in many languages. */
function versionLabel(text: MailText): string {
  const label = text('mail.labels.version');
  return label === 'mail.labels.version' ? 'Version' : label;
}

function foreignPage(submissionUrl: string, text: MailText): string {
  return text('mail.page.foreign', { address: inertAddress(submissionUrl) });
}

/** What is not one plain address gets no header of its own: it stands among the rows, for a person to judge. */
function replyAddress({ name, email }: MailInput['visitor']): MailContent['replyTo'] {
  if (!email || !isMailAddress(email)) return null;
  const shown = inertLine(name ?? '');
  return { name: passesForAddress.test(shown) ? '' : shown, address: email };
}

/** A name that reads like an address would be taken for the visitor's: `bank@example.com <eve@example.org>`. */
const passesForAddress = /[@\uff20\ufe6b<>]|:\/\/|\bwww\./iu;

/** A row that is safe to show. */
export function inertRow({ label, value }: MailRow): MailRow {
  return { label: inertLine(label), value: inertText(value) };
}

/** In UTC, and said so: the office's own time zone is not known. */
export function formatTime(time: number, locale: string): string {
  const { format, ...last } = timeFormats.get(locale) ?? {
    format: new Intl.DateTimeFormat(formattingLocale(locale), timeStyle),
  };
  const minute = Math.floor(time / 60_000);
  const text = last.minute === minute && last.text ? last.text : `${format.format(time)} UTC`;
  timeFormats.set(locale, { format, minute, text });
  return text;
}

const timeStyle = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;

/** What writes times in a language, and the last minute that it wrote: mails mostly come many in a minute. */
interface TimeFormat {
  readonly format: Intl.DateTimeFormat;
  readonly minute?: number;
  readonly text?: string;
}

/** Making a format takes longer than all the rest of a mail; there are as many as the sites have languages. */
const timeFormats = new Map<string, TimeFormat>();
