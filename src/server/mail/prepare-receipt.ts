import type { MailContent, MailRow } from '../store/mail-queue.ts';
import { inertLine, inertLinks } from './inert.ts';
import { formatTime, inertRow } from './prepare-mail.ts';

/** What a visitor's receipt is made of. Labels and values are as the visitor read and wrote them, in the language of `text`. */
export interface ReceiptInput {
  /** The one address that it goes to. */
  readonly to: string;
  /** BCP 47. */
  readonly locale: string;
  /** Words that say no answer: `text('mail.receipt.subject', {type: 'Sales', ...})`, with `{type}`, `{reference}`, `{office}` and `{domain}`. */
  readonly text: (key: `mail.${string}`, values?: Readonly<Record<string, string>>) => string;
  /** Label of the enquiry type. */
  readonly type: string;
  /** Label of the office; empty where there is none. */
  readonly office: string;
  /** Every answer, in the form's order. */
  readonly rows: readonly MailRow[];
  /** How the yard can be reached, as its site says. */
  readonly site: { readonly phone?: string | null; readonly address?: string | null };
  readonly enquiry: { readonly reference: string; readonly receivedAt: number; readonly domain: string };
  /** In characters. */
  readonly longestAnswer: number;
}

/**
 * Words a receipt. Somebody may have given another's address, so that what a visitor wrote stands among the answers alone, shortened, with no
 * link in it, and neither in the subject nor in a sentence.
 */
export function prepareReceipt(input: ReceiptInput): MailContent {
  const { to, locale, text, type, office, rows, site, enquiry, longestAnswer } = input;
  const { reference, receivedAt, domain } = enquiry;
  const values = { type, reference, office, domain };
  const word = (part: string) => inertLine(text(`mail.receipt.${part}`, values));
  const copied = rows.map((row) => copyOf(row, { to, longestAnswer }));
  const details = [
    { label: text('mail.labels.reference', values), value: reference },
    { label: text('mail.labels.office', values), value: office },
    { label: text('mail.labels.received', values), value: formatTime(receivedAt, locale) },
    { label: word('labels.phone'), value: site.phone ?? '' },
    { label: word('labels.address'), value: site.address ?? '' },
  ];
  const isShortened = copied.some((copy) => copy.isShortened);
  return {
    locale,
    domain,
    replyTo: null,
    words: {
      subject: word('subject'),
      heading: word('heading'),
      intro: word('intro'),
      reply: isShortened ? `${word('shortened')} ${word('note')}` : word('note'),
    },
    rows: copied.map(({ row }) => row),
    details: details.filter(({ value }) => value.trim() !== '').map(inertRow),
  };
}

/** The address that the mail goes to is nobody's lure, and is to be read as it is. */
function copyOf(answer: MailRow, { to, longestAnswer }: Pick<ReceiptInput, 'to' | 'longestAnswer'>) {
  const { label, value } = inertRow(answer);
  const characters = [...value];
  const isShortened = characters.length > longestAnswer;
  const shown = isShortened ? `${characters.slice(0, longestAnswer).join('').trimEnd()}…` : value;
  // An answer that a label says stands in an isolate; the rest of it is ours.
  const inertLabel = label.replace(/\u2068[^\u2069]*/gu, inertLinks);
  return { row: { label: inertLabel, value: shown === to ? shown : inertLinks(shown) }, isShortened };
}
