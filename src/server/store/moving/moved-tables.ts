import type { Tables } from '../postgres/tables.gen.ts';

/** The type of a column. A boolean is 0 or 1, as in SQLite. */
export type Kind = 'text' | 'integer' | 'real' | 'boolean' | 'bytes';

export interface MovedColumn {
  readonly name: string;
  readonly kind: Kind;
}

export interface MovedTable {
  readonly name: string;
  /** The columns that are moved; the keys come first. */
  readonly columns: readonly MovedColumn[];
  /** The columns that identify its rows and define their order. */
  readonly keys: readonly MovedColumn[];
  readonly batch: number;
}

type Columns<Name extends keyof Tables> = Readonly<Partial<Record<keyof Tables[Name], Kind>>>;

/**
 * Every table that both databases have; referenced tables come first. Add a new table or column here, or to
 * `leftOut` in `testing/left-out.ts`: a test reports what is missing from both.
 */
export const movedTables: readonly MovedTable[] = [
  moved('people', {
    keys: { id: 'text' },
    others: { name_key: 'text', email_key: 'text', subject: 'text', role: 'text', content: 'text' },
  }),
  moved('sessions', {
    keys: { hash: 'text' },
    others: {
      ...{ id: 'text', person: 'text', created_at: 'integer', seen_at: 'integer', expires_at: 'integer' },
      ...{ browser: 'text', address: 'text' },
    },
  }),
  moved('words', {
    keys: { hash: 'text' },
    others: {
      ...{ id: 'text', use: 'text', about: 'text', created_at: 'integer', expires_at: 'integer' },
      content: 'text',
    },
  }),
  moved('tokens', {
    keys: { hash: 'text' },
    others: {
      ...{ id: 'text', person: 'text', created_at: 'integer', expires_at: 'integer', used_at: 'integer' },
      content: 'text',
    },
  }),
  moved('given_password', { keys: { mark: 'text' } }),
  moved('audit', {
    keys: { number: 'integer' },
    others: {
      ...{ at: 'integer', action: 'text', person: 'text', words: 'text', content: 'text', hash: 'text' },
    },
  }),
  moved('versions', {
    keys: { number: 'integer' },
    others: {
      ...{ state: 'text', goes_live_at: 'integer', live_at: 'integer', replaced_at: 'integer' },
      content: 'text',
    },
  }),
  // Each row contains all documents of a form.
  moved('version_documents', {
    ...{ keys: { number: 'integer' }, others: { documents: 'text', consequences: 'text' }, batch: 10 },
  }),
  moved('version_hashes', { keys: { hash: 'text', number: 'integer' } }),
  moved('deployed_documents', { keys: { digest: 'text' } }),
  moved('enquiries', {
    keys: { sequence: 'integer' },
    others: {
      ...{ id: 'text', reference: 'text', received_at: 'integer', forwarded_to: 'text' },
      ...{ handling: 'text', assignee: 'text', content: 'text' },
    },
  }),
  moved('mails', {
    keys: { enquiry: 'integer' },
    others: {
      ...{ state: 'text', recipient: 'text', fallback: 'text', refused_by: 'text', content: 'text' },
      ...{ attempts: 'integer', tries: 'integer', queued_at: 'integer', due_at: 'integer', reason: 'text' },
    },
  }),
  moved('mail_tries', {
    keys: { number: 'integer' },
    others: { enquiry: 'integer', at: 'integer', recipient: 'text', outcome: 'text', reason: 'text' },
  }),
  moved('receipts', {
    keys: { enquiry: 'integer' },
    others: {
      ...{ state: 'text', recipient: 'text', content: 'text', queued_at: 'integer', due_at: 'integer' },
      ...{ tried_at: 'integer', attempts: 'integer', reason: 'text' },
    },
  }),
  moved('deliveries', {
    keys: { enquiry: 'integer', destination: 'text' },
    others: {
      ...{ state: 'text', body: 'text', queued_at: 'integer', due_at: 'integer', tries: 'integer' },
      attempts: 'integer',
    },
  }),
  moved('delivery_tries', {
    keys: { number: 'integer' },
    others: { enquiry: 'integer', destination: 'text', at: 'integer', outcome: 'text', reason: 'text' },
  }),
  moved('destinations_off', { keys: { destination: 'text' }, others: { at: 'integer', reason: 'text' } }),
  moved('enquiry_events', { keys: { number: 'integer' }, others: { enquiry: 'integer', content: 'text' } }),
  moved('idempotency_keys', {
    keys: { key: 'text' },
    others: { body_hash: 'text', enquiry: 'integer', remembered_until: 'integer' },
  }),
  moved('photos', {
    keys: { number: 'integer' },
    others: {
      ...{ path: 'text', name: 'text', type: 'text', max_bytes: 'integer', issued_at: 'integer' },
      ...{ state: 'text', stored_at: 'integer', bytes: 'integer', preview: 'bytes', is_claimed: 'boolean' },
      ...{ make_at: 'integer', makes: 'integer', fault: 'text' },
    },
  }),
  moved('enquiry_photos', { keys: { enquiry: 'integer', position: 'integer' }, others: { path: 'text' } }),
  moved('saved_answers', {
    keys: { hash: 'text' },
    others: { expires_at: 'integer', owner: 'text', content: 'text' },
  }),
  moved('erased_files', { keys: { kind: 'text', name: 'text' }, others: { until: 'integer' } }),
  moved('retention', { keys: { content: 'text' } }),
  moved('figures', {
    keys: { day: 'text', site: 'text', type: 'text', step: 'text', field: 'text', code: 'text' },
    others: { count: 'real' },
  }),
];

function moved<Name extends keyof Tables>(
  name: Name,
  {
    keys,
    others,
    batch = 200,
  }: { readonly keys: Columns<Name>; readonly others?: Columns<Name>; readonly batch?: number },
): MovedTable {
  const listed = columnsOf(keys);
  return { name, columns: [...listed, ...columnsOf(others ?? {})], keys: listed, batch };
}

function columnsOf(columns: object): readonly MovedColumn[] {
  return Object.entries(columns).map(([name, kind]) => ({ name, kind }));
}
