import type { MailFacts } from '#engine/preset/model.ts';
import type { MailContent, MailRow } from '../../store/records/mail-queue.ts';
import { disarmLinks, toInertLine } from './inert-text.ts';
import { formatMailTime, listFacts, toInertRow } from './prepare-mail.ts';

/**
 * The input of a visitor's receipt. Labels and values are as the visitor read and wrote them, in the language
 * of `text`.
 */
export interface ReceiptInput {
  readonly to: string;
  /** BCP 47. */
  readonly locale: string;
  /**
   * Formats texts that contain no answers: `text('mail.receipt.subject', {type: 'Sales', ...})`, with
   * `{type}`, `{reference}`, `{domain}` and the facts.
   */
  readonly text: (key: `mail.${string}`, values?: Readonly<Record<string, string>>) => string;
  readonly type: string;
  readonly facts: MailFacts;
  readonly rows: readonly MailRow[];
  readonly site: { readonly phone?: string | null; readonly address?: string | null };
  readonly enquiry: { readonly reference: string; readonly receivedAt: number; readonly domain: string };
  /** In characters. */
  readonly longestAnswer: number;
}

/**
 * Creates the texts of a receipt. The recipient's address may be somebody else's, so receipts must not be
 * usable for phishing: the visitor's texts appear only among the answers, shortened and without links, never
 * in the subject or in a sentence.
 */
export function prepareReceipt(input: ReceiptInput): MailContent {
  const { to, locale, text, type, facts, rows, site, enquiry, longestAnswer } = input;
  const { reference, receivedAt, domain } = enquiry;
  const values = { type, reference, ...facts, domain };
  /** Returns the text `mail.receipt.<part>` as one line that is safe in a header. */
  const formatLine = (part: string) => toInertLine(text(`mail.receipt.${part}`, values));
  const copied = rows.map((row) => copyAnswer(row, { to, longestAnswer }));
  const details = [
    { label: text('mail.labels.reference', values), value: reference },
    ...listFacts(facts, (name) => text(`mail.labels.${name}`, values)),
    { label: text('mail.labels.received', values), value: formatMailTime(receivedAt, locale) },
    { label: formatLine('labels.phone'), value: site.phone ?? '' },
    { label: formatLine('labels.address'), value: site.address ?? '' },
  ];
  const isShortened = copied.some((copy) => copy.isShortened);
  return {
    locale,
    domain,
    replyTo: null,
    words: {
      subject: formatLine('subject'),
      heading: formatLine('heading'),
      intro: formatLine('intro'),
      reply: isShortened ? `${formatLine('shortened')} ${formatLine('note')}` : formatLine('note'),
    },
    rows: copied.map(({ row }) => row),
    details: details.filter(({ value }) => value.trim() !== '').map(toInertRow),
  };
}

/**
 * Returns an answer as `row`, shortened and without links. `isShortened` is true if text was left out. An
 * answer that is the recipient's own address is harmless and stays readable.
 */
function copyAnswer(answer: MailRow, { to, longestAnswer }: Pick<ReceiptInput, 'to' | 'longestAnswer'>) {
  const { label, value } = toInertRow(answer);
  const characters = [...value];
  const isShortened = characters.length > longestAnswer;
  const shown = isShortened ? `${characters.slice(0, longestAnswer).join('').trimEnd()}…` : value;
  // An answer inside a label is in an isolate; the rest of the label is our own text.
  const inertLabel = label.replace(/\u2068[^\u2069]*/gu, disarmLinks);
  return { row: { label: inertLabel, value: shown === to ? shown : disarmLinks(shown) }, isShortened };
}
