import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { EnquiryPage, EnquiryRecord, MailState, NewEnquiry } from '../port.ts';

/** What of an enquiry is kept as one JSON text, since nothing is looked up by it. */
export type EnquiryContent = Pick<
  NewEnquiry,
  'domain' | 'submissionUrl' | 'enquiryType' | 'office' | 'values' | 'photos' | 'notes' | 'formHash'
>;

/** Picks what is kept as JSON. */
export function contentOf(entry: NewEnquiry): EnquiryContent {
  const { domain, submissionUrl, enquiryType, office, values, photos, notes, formHash } = entry;
  return { domain, submissionUrl, enquiryType, office, values, photos, notes, formHash };
}

/** Prepares what reads enquiries in the order of their arrival. */
export function preparePage(
  db: DatabaseSync,
): (request: { readonly after?: number; readonly limit: number }) => EnquiryPage {
  const select = db.prepare(
    `SELECT sequence, id, reference, received_at, enquiries.content, state, recipient, attempts, reason
     FROM enquiries JOIN mails ON enquiry = sequence WHERE sequence > ? ORDER BY sequence LIMIT ?`,
  );
  return ({ after = 0, limit }) => {
    const rows = select.all(after, limit);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { enquiries: rows.map(toRecord), ...(last ? { next: Number(last.sequence) } : {}) };
  };
}

/** In the order of the contract's list. */
function toRecord(row: Record<string, SQLOutputValue>): EnquiryRecord {
  const { domain, submissionUrl, enquiryType, office, values, photos } = readContent(row.content);
  return {
    id: String(row.id),
    reference: String(row.reference),
    receivedAt: new Date(Number(row.received_at)).toISOString(),
    domain,
    submissionUrl,
    enquiryType,
    office,
    values,
    photos,
    mail: {
      state: readState(row.state),
      to: row.recipient === null ? null : String(row.recipient),
      attempts: Number(row.attempts),
      reason: row.reason === null ? null : String(row.reason),
    },
  };
}

/** Only `accept` writes this column, and it writes an `EnquiryContent`. */
function readContent(text: SQLOutputValue | undefined): EnquiryContent {
  return JSON.parse(String(text)) as EnquiryContent;
}

/** The table's CHECK lets no other text in. */
function readState(text: SQLOutputValue | undefined): MailState {
  return text as MailState;
}
