import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Acceptance, EnquiryPage, EnquiryRecord, MailState, NewEnquiry } from '../store.ts';
import { StoreError, violatesUnique } from '../store-error.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import { preparePhotoClaim } from './photos.ts';

/** Prepares what stores an enquiry, its mail and its key; to be called within a transaction. */
export function prepareAccept(
  db: DatabaseSync,
  { keys, rememberedMs }: { readonly keys: IdempotencyKeys; readonly rememberedMs: number },
): (entry: NewEnquiry) => Acceptance {
  const insertEnquiry = db.prepare(
    'INSERT INTO enquiries (id, reference, received_at, content) VALUES (?, ?, ?, ?)',
  );
  const insertMail = db.prepare(
    'INSERT INTO mails (enquiry, state, recipient, content, due_at) VALUES (?, ?, ?, ?, ?)',
  );
  const claimPhotos = preparePhotoClaim(db);

  return (entry) => {
    const { id, reference, receivedAt, photos, idempotency, mail } = entry;
    keys.forget({ now: receivedAt });
    const known = idempotency && keys.find({ ...idempotency, now: receivedAt });
    if (known) return known;
    const enquiry = withFreeReference(reference, () =>
      insertEnquiry.run(id, reference, receivedAt, JSON.stringify(contentOf(entry))),
    ).lastInsertRowid;
    if (mail) insertMail.run(enquiry, 'waiting', mail.to, JSON.stringify(mail.content), receivedAt);
    else insertMail.run(enquiry, 'no-recipient', null, null, null);
    claimPhotos({ enquiry, paths: photos });
    if (idempotency) keys.remember({ ...idempotency, enquiry, until: receivedAt + rememberedMs });
    return { kind: 'accepted', id, reference };
  };
}

/** A reference that is taken is nobody's fault: the caller draws another. */
function withFreeReference<Result>(reference: string, insert: () => Result): Result {
  try {
    return insert();
  } catch (error) {
    if (!violatesUnique(error, 'enquiries.reference')) throw error;
    throw new StoreError(
      'reference-taken',
      `Cannot store reference "${reference}": an enquiry has it; draw a new one`,
      { cause: error },
    );
  }
}

/** What of an enquiry is stored as one JSON text, since nothing is looked up by it. */
type EnquiryContent = Pick<
  NewEnquiry,
  'domain' | 'submissionUrl' | 'enquiryType' | 'office' | 'values' | 'photos' | 'notes' | 'formHash'
>;

function contentOf(entry: NewEnquiry): EnquiryContent {
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

/** In the order of docs/contract.md, "List of enquiries". */
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
