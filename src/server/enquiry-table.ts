import type { Id } from '#engine';
import { inertLine } from './mail/inert.ts';
import type { EnquiryRecord } from './store/store.ts';

/** Columns and their widths; the last one takes what it needs. */
const columns = [
  { title: 'RECEIVED (UTC)', width: 16 },
  { title: 'REFERENCE', width: 11 },
  { title: 'TYPE', width: 10 },
  { title: 'OFFICE', width: 8 },
  { title: 'FROM', width: 24 },
  { title: 'MAIL', width: Number.POSITIVE_INFINITY },
] as const;

/** The table's first line. */
export const tableHead: string = toLine(columns.map(({ title }) => title));

/** One enquiry as a line of the table. What visitors wrote can neither break the line nor steer the terminal. */
export function tableRow(enquiry: EnquiryRecord, typeName: (id: Id) => string): string {
  return toLine([
    enquiry.receivedAt.slice(0, 16).replace('T', ' '),
    enquiry.reference,
    typeName(enquiry.enquiryType),
    String(enquiry.office ?? '-'),
    String(enquiry.visitor?.name ?? enquiry.values.name ?? '-'),
    mailColumn(enquiry.mail),
  ]);
}

function mailColumn(mail: EnquiryRecord['mail']): string {
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
      return reason === null ? `waiting for ${to}` : `waiting for ${to}, attempt ${attempts}: ${reason}`;
    case 'failed':
      return `failed for ${to}, attempt ${attempts}: ${reason}`;
  }
}

function toLine(cells: readonly string[]): string {
  return cells
    .map((cell, index) => toWidth(inertLine(cell), columns[index]?.width ?? 0))
    .join('  ')
    .trimEnd();
}

/** By code points, which is near enough to what a terminal shows. */
function toWidth(text: string, width: number): string {
  if (!Number.isFinite(width)) return text;
  const characters = [...text];
  if (characters.length > width) return `${characters.slice(0, width - 3).join('')}...`;
  return text + ' '.repeat(width - characters.length);
}
