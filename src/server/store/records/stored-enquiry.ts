import { createShape } from '../../platform/validate-shape.ts';
import type { EnquiryRecord, MailState } from './enquiry-record.ts';
import type { NewEnquiry } from './new-enquiry.ts';
import { type MaybeDamaged, readJsonColumn } from './stored-json.ts';

/** The part of an enquiry that is stored as one JSON text. */
export type EnquiryContent = Pick<
  NewEnquiry,
  | 'domain'
  | 'submissionUrl'
  | 'enquiryType'
  | 'office'
  | 'recipient'
  | 'values'
  | 'photos'
  | 'notes'
  | 'formHash'
> &
  Partial<Pick<NewEnquiry, 'visitor' | 'version' | 'campaign' | 'visit' | 'isCounted'>>;

/**
 * Returns the properties of a new enquiry that are stored as one text: all that have no column or table of
 * their own.
 */
export function toEnquiryContent(entry: NewEnquiry): EnquiryContent {
  const { id: _id, reference: _reference, receivedAt: _at, mail: _mail, ...content } = entry;
  const { receipt: _receipt, deliveries: _deliveries, ...others } = content;
  const { idempotency: _key, suspicion: _suspicion, ...stored } = others;
  return stored;
}

/** Returns the content in a column; an empty one with `isDamaged` if the column is damaged. */
export function readEnquiryContent(text: unknown): EnquiryContent & MaybeDamaged {
  return readJsonColumn(storedContent, text) ?? damagedContent;
}

const damagedContent: EnquiryContent & MaybeDamaged = {
  domain: '',
  submissionUrl: '',
  enquiryType: '',
  office: null,
  values: {},
  photos: [],
  notes: [],
  formHash: '',
  isDamaged: true,
};

const id = { type: ['string', 'number'] };
const text = { type: 'string' };

/** The shape of every release: older ones stored fewer properties. */
const storedContent = createShape<EnquiryContent>({
  type: 'object',
  required: ['domain', 'submissionUrl', 'enquiryType', 'office', 'values', 'photos'],
  properties: {
    domain: text,
    submissionUrl: text,
    enquiryType: id,
    office: { type: ['string', 'number', 'null'] },
    recipient: text,
    visitor: { type: 'object', properties: { name: text, email: text } },
    values: { type: 'object' },
    photos: { type: 'array', items: text },
    campaign: { type: 'object', additionalProperties: text },
    visit: { type: 'object', additionalProperties: text },
    notes: { type: 'array' },
    formHash: text,
    version: { type: 'integer' },
    isCounted: { const: true },
  },
});

/**
 * Returns the state of the mail of a new enquiry: `suspected` if it has a suspicion, otherwise `no-recipient`
 * if its mail has no address, otherwise `waiting`.
 */
export function getInitialMailState({ mail, suspicion }: Pick<NewEnquiry, 'mail' | 'suspicion'>): MailState {
  if (suspicion) return 'suspected';
  return mail.to === null ? 'no-recipient' : 'waiting';
}

/** The columns that `toEnquiryRecord` reads, of an enquiry and its mail. */
export interface RecordRow {
  readonly id?: unknown;
  readonly reference?: unknown;
  readonly received_at?: unknown;
  readonly content?: unknown;
  readonly state?: unknown;
  readonly recipient?: unknown;
  readonly refused_by?: unknown;
  readonly attempts?: unknown;
  readonly reason?: unknown;
}

/**
 * Converts a row to a record, with the time as ISO 8601. A damaged row has empty content and `isDamaged`. The
 * order of the keys is that of docs/contract.md, "List of enquiries".
 */
export function toEnquiryRecord(row: RecordRow): EnquiryRecord {
  const content = readEnquiryContent(row.content);
  const { domain, submissionUrl, enquiryType, office, recipient, visitor, values, photos, version } = content;
  const { campaign, visit, isDamaged } = content;
  return {
    id: String(row.id),
    reference: String(row.reference),
    receivedAt: new Date(Number(row.received_at)).toISOString(),
    domain,
    submissionUrl,
    enquiryType,
    office,
    ...(recipient !== undefined && { recipient }),
    ...(visitor && { visitor }),
    values,
    photos,
    ...(campaign && { campaign }),
    ...(visit && { visit }),
    ...(version !== undefined && { version }),
    ...(isDamaged && { isDamaged }),
    mail: {
      // The table's CHECK lets no other text in.
      state: row.state as MailState,
      to: toTextOrNull(row.recipient),
      attempts: Number(row.attempts),
      reason: toTextOrNull(row.reason),
      refusedBy: toTextOrNull(row.refused_by),
    },
  };
}

/** Returns the column if it is a text, otherwise null. */
function toTextOrNull(column: unknown): string | null {
  return typeof column === 'string' ? column : null;
}
