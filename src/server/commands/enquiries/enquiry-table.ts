import { toInertLine } from '../../delivery/mail/inert-text.ts';
import { explainDeliveryFailure } from '../../inbox/delivery-reason.ts';
import type { InboxEnquiry } from '../../store/records/inbox-entry.ts';
import type { EnquiryNames } from './enquiry-names.ts';

/** Columns and their widths in characters; the last column is as wide as its text. */
const columns = [
  { title: 'RECEIVED (UTC)', width: 16 },
  { title: 'REFERENCE', width: 11 },
  { title: 'TYPE', width: 10 },
  { title: 'OFFICE', width: 20 },
  { title: 'FROM', width: 24 },
  { title: 'STATE', width: 8 },
  { title: 'MAIL', width: Number.POSITIVE_INFINITY },
] as const;

/** The line of column titles. */
export const enquiryTableHead: string = toTableLine(columns.map(({ title }) => title));

/**
 * Returns one enquiry as a line of the table, without a line break; long cells are shortened. Control
 * characters are made harmless: a visitor's text cannot break the line or control the terminal.
 */
export function formatEnquiryRow(enquiry: InboxEnquiry, names: EnquiryNames): string {
  const { receivedAt, reference, enquiryType, visitor, values, handling, mail } = enquiry;
  return toTableLine([
    receivedAt.slice(0, 16).replace('T', ' '),
    reference,
    names.typeKey(enquiryType) ?? String(enquiryType),
    formatOfficeColumn(enquiry, names),
    String(visitor?.name ?? values.name ?? '-'),
    handling,
    formatMailColumn(mail),
  ]);
}

/**
 * Returns id and name of the current office, to which the enquiry may have been forwarded; `-` without one.
 */
function formatOfficeColumn({ office, forwardedTo }: InboxEnquiry, names: EnquiryNames): string {
  const id = forwardedTo ?? office;
  return id === null ? '-' : [id, names.office(id)].join(' ').trimEnd();
}

/**
 * Returns the state of a mail, with recipient and reason where they apply. It may contain control characters.
 */
export function formatMailColumn(mail: InboxEnquiry['mail']): string {
  const { state, attempts, reason, refusedBy } = mail;
  const to = refusedBy === null ? mail.to : `${mail.to} in place of ${refusedBy}`;
  switch (state) {
    case 'suspected':
      return `suspected: ${reason}`;
    case 'no-recipient':
      return 'no recipient';
    case 'sent':
      return `sent to ${to}`;
    case 'waiting':
      return reason === null
        ? `waiting for ${to}`
        : `waiting for ${to}, attempt ${attempts}: ${formatReason(reason)}`;
    case 'failed':
      return `failed for ${to}, attempt ${attempts}: ${formatReason(reason ?? '')}`;
  }
}

/** Returns the plain reason followed by the mail server's message: `The mailbox is full. (452 4.2.2 …)`. */
function formatReason(reply: string): string {
  const why = explainDeliveryFailure(reply, 'en');
  return reply === '' ? why : `${why} (${reply})`;
}

/** Returns the cells as a line: each is made harmless, and padded or shortened to the width of its column. */
function toTableLine(cells: readonly string[]): string {
  return cells
    .map((cell, index) => fitToWidth(toInertLine(cell), columns[index]?.width ?? 0))
    .join('  ')
    .trimEnd();
}

/**
 * Returns a text padded or shortened to a width in code points, which are close enough to the columns of a
 * terminal. A shortened text ends in `...`; at an infinite width the text is unchanged.
 */
function fitToWidth(text: string, width: number): string {
  if (!Number.isFinite(width)) return text;
  const characters = [...text];
  if (characters.length > width) return `${characters.slice(0, width - 3).join('')}...`;
  return text + ' '.repeat(width - characters.length);
}
