import { toInertLine } from '../../delivery/mail/inert-text.ts';
import { explainDeliveryFailure } from '../../inbox/delivery-reason.ts';
import { presetTableColumns } from '../../preset/command-lists.ts';
import type { InboxEnquiry } from '../../store/records/inbox-entry.ts';
import type { EnquiryNames } from './enquiry-names.ts';

/** The columns before those of the preset, with their widths in characters. */
const firstColumns: readonly Column[] = [
  {
    title: 'RECEIVED (UTC)',
    width: 16,
    getCell: ({ receivedAt }) => receivedAt.slice(0, 16).replace('T', ' '),
  },
  { title: 'REFERENCE', width: 11, getCell: ({ reference }) => reference },
  {
    title: 'TYPE',
    width: 10,
    getCell: ({ enquiryType }, names) => names.typeKey(enquiryType) ?? String(enquiryType),
  },
];

/** The other columns; the last one is as wide as its text. */
const lastColumns: readonly Column[] = [
  { title: 'FROM', width: 24, getCell: ({ visitor, values }) => String(visitor?.name ?? values.name ?? '-') },
  { title: 'STATE', width: 8, getCell: ({ handling }) => handling },
  { title: 'MAIL', width: Number.POSITIVE_INFINITY, getCell: ({ mail }) => formatMailColumn(mail) },
];

interface Column {
  readonly title: string;
  readonly width: number;
  readonly getCell: (enquiry: InboxEnquiry, names: EnquiryNames) => string;
}

/** Returns the columns of a table, of which those of the preset may be absent. */
function listColumns({ exportNames }: Pick<EnquiryNames, 'exportNames'>): readonly Column[] {
  return [...firstColumns, ...(exportNames.hasListedFacts ? presetTableColumns : []), ...lastColumns];
}

/** Returns the line of column titles. */
export function formatTableHead(names: EnquiryNames): string {
  return toTableLine(listColumns(names).map((column) => [column, column.title]));
}

/**
 * Returns one enquiry as a line of the table, without a line break; long cells are shortened. Control
 * characters are made harmless: a visitor's text cannot break the line or control the terminal.
 */
export function formatEnquiryRow(enquiry: InboxEnquiry, names: EnquiryNames): string {
  return toTableLine(listColumns(names).map((column) => [column, column.getCell(enquiry, names)]));
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
function toTableLine(cells: readonly (readonly [column: Column, text: string])[]): string {
  return cells
    .map(([{ width }, text]) => fitToWidth(toInertLine(text), width))
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
