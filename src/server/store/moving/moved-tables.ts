import type { Tables } from '../repositories/tables.gen.ts';

/** The type of a column. A boolean is 0 or 1, as in SQLite. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'bytes';

export interface MovedColumn {
  readonly name: string;
  readonly kind: ColumnType;
}

export interface MovedTable {
  readonly name: string;
  /** The columns that are moved; the keys come first. */
  readonly columns: readonly MovedColumn[];
  /** The columns that identify its rows and define their order. */
  readonly keys: readonly MovedColumn[];
  /** The number of rows that are read at a time. */
  readonly batch: number;
}

/** Columns of a table by name, with their types. */
type Columns<Name extends keyof Tables> = Readonly<Partial<Record<keyof Tables[Name], ColumnType>>>;

/**
 * Every table that both databases have; referenced tables come first. Add a new table or column here, or to
 * `leftOut` in `testing/left-out.ts`: a test reports what is missing from both.
 */
export const movedTables: readonly MovedTable[] = [
  createMovedTable('people', {
    keys: { id: 'text' },
    others: { name_key: 'text', email_key: 'text', subject: 'text', role: 'text', content: 'text' },
  }),
  createMovedTable('guides', { keys: { person: 'text' }, others: { content: 'text' } }),
  createMovedTable('sessions', {
    keys: { hash: 'text' },
    others: {
      id: 'text',
      person: 'text',
      created_at: 'integer',
      seen_at: 'integer',
      expires_at: 'integer',
      browser: 'text',
      address: 'text',
    },
  }),
  createMovedTable('words', {
    keys: { hash: 'text' },
    others: {
      id: 'text',
      use: 'text',
      about: 'text',
      created_at: 'integer',
      expires_at: 'integer',
      content: 'text',
    },
  }),
  createMovedTable('tokens', {
    keys: { hash: 'text' },
    others: {
      id: 'text',
      person: 'text',
      created_at: 'integer',
      expires_at: 'integer',
      used_at: 'integer',
      content: 'text',
    },
  }),
  createMovedTable('inbox_views', {
    keys: { person: 'text' },
    others: { revision: 'integer', content: 'text' },
  }),
  createMovedTable('given_password', { keys: { mark: 'text' } }),
  createMovedTable('audit', {
    keys: { number: 'integer' },
    others: {
      at: 'integer',
      action: 'text',
      person: 'text',
      words: 'text',
      content: 'text',
      hash: 'text',
    },
  }),
  createMovedTable('versions', {
    keys: { number: 'integer' },
    others: {
      state: 'text',
      goes_live_at: 'integer',
      live_at: 'integer',
      replaced_at: 'integer',
      content: 'text',
    },
  }),
  // Each row contains all documents of a form.
  createMovedTable('version_documents', {
    keys: { number: 'integer' },
    others: { documents: 'text', consequences: 'text' },
    batch: 10,
  }),
  createMovedTable('version_hashes', { keys: { hash: 'text', number: 'integer' } }),
  createMovedTable('deployed_documents', { keys: { digest: 'text' } }),
  createMovedTable('enquiries', {
    keys: { sequence: 'integer' },
    others: {
      id: 'text',
      reference: 'text',
      received_at: 'integer',
      forwarded_to: 'text',
      handling: 'text',
      assignee: 'text',
      content: 'text',
    },
  }),
  createMovedTable('mails', {
    keys: { enquiry: 'integer' },
    others: {
      state: 'text',
      recipient: 'text',
      fallback: 'text',
      refused_by: 'text',
      content: 'text',
      attempts: 'integer',
      tries: 'integer',
      queued_at: 'integer',
      due_at: 'integer',
      reason: 'text',
    },
  }),
  createMovedTable('mail_tries', {
    keys: { number: 'integer' },
    others: { enquiry: 'integer', at: 'integer', recipient: 'text', outcome: 'text', reason: 'text' },
  }),
  createMovedTable('receipts', {
    keys: { enquiry: 'integer' },
    others: {
      state: 'text',
      recipient: 'text',
      content: 'text',
      queued_at: 'integer',
      due_at: 'integer',
      tried_at: 'integer',
      attempts: 'integer',
      reason: 'text',
    },
  }),
  createMovedTable('replies', {
    keys: { number: 'integer' },
    others: {
      enquiry: 'integer',
      key: 'text',
      person: 'text',
      at: 'integer',
      changed_at: 'integer',
      content: 'text',
      mail: 'text',
      state: 'text',
      recipient: 'text',
      due_at: 'integer',
      attempts: 'integer',
      reason: 'text',
    },
  }),
  createMovedTable('deliveries', {
    keys: { enquiry: 'integer', destination: 'text' },
    others: {
      state: 'text',
      body: 'text',
      queued_at: 'integer',
      due_at: 'integer',
      tries: 'integer',
      attempts: 'integer',
    },
  }),
  createMovedTable('delivery_tries', {
    keys: { number: 'integer' },
    others: { enquiry: 'integer', destination: 'text', at: 'integer', outcome: 'text', reason: 'text' },
  }),
  createMovedTable('destinations_off', {
    keys: { destination: 'text' },
    others: { at: 'integer', reason: 'text' },
  }),
  createMovedTable('enquiry_events', {
    keys: { number: 'integer' },
    others: { enquiry: 'integer', content: 'text' },
  }),
  createMovedTable('idempotency_keys', {
    keys: { key: 'text' },
    others: { body_hash: 'text', enquiry: 'integer', remembered_until: 'integer' },
  }),
  createMovedTable('photos', {
    keys: { number: 'integer' },
    others: {
      path: 'text',
      name: 'text',
      type: 'text',
      max_bytes: 'integer',
      issued_at: 'integer',
      state: 'text',
      stored_at: 'integer',
      bytes: 'integer',
      preview: 'bytes',
      is_claimed: 'boolean',
      make_at: 'integer',
      makes: 'integer',
      fault: 'text',
    },
  }),
  createMovedTable('enquiry_photos', {
    keys: { enquiry: 'integer', position: 'integer' },
    others: { path: 'text' },
  }),
  createMovedTable('saved_answers', {
    keys: { hash: 'text' },
    others: { expires_at: 'integer', owner: 'text', content: 'text' },
  }),
  createMovedTable('erased_files', { keys: { kind: 'text', name: 'text' }, others: { until: 'integer' } }),
  createMovedTable('retention', { keys: { content: 'text' } }),
  createMovedTable('notification_settings', {
    keys: { person: 'text' },
    others: {
      content: 'text',
      mail: 'text',
      due_at: 'integer',
      tries: 'integer',
      sent_at: 'integer',
      reason: 'text',
    },
  }),
  createMovedTable('notification_events', {
    keys: { number: 'integer' },
    others: {
      enquiry: 'integer',
      kind: 'text',
      at: 'integer',
      due_at: 'integer',
      person: 'text',
    },
  }),
  createMovedTable('notifications', {
    keys: { person: 'text', enquiry: 'integer', kind: 'text' },
    others: { at: 'integer', due_at: 'integer', mail: 'text' },
  }),
  createMovedTable('spam_blocks', {
    keys: { id: 'text' },
    others: {
      kind: 'text',
      folded: 'text',
      value: 'text',
      reason: 'text',
      person: 'text',
      person_name: 'text',
      added_at: 'integer',
      caught: 'integer',
      caught_at: 'integer',
    },
  }),
  createMovedTable('figures', {
    keys: { day: 'text', site: 'text', type: 'text', step: 'text', field: 'text', code: 'text' },
    others: { count: 'real' },
  }),
  createMovedTable('drafts', { keys: { id: 'text' }, others: { head: 'text', lines: 'integer' } }),
  createMovedTable('draft_lines', {
    keys: { draft: 'text', number: 'integer' },
    others: { content: 'text' },
    batch: 10,
  }),
  createMovedTable('draft_copies', {
    keys: { number: 'integer' },
    others: { copied_at: 'integer', content: 'text' },
    batch: 10,
  }),
  // Each row may contain all documents of a form.
  createMovedTable('preview_links', {
    keys: { id: 'text' },
    others: {
      created_at: 'integer',
      expires_at: 'integer',
      revoked_at: 'integer',
      opened: 'integer',
      opened_at: 'integer',
      frozen: 'integer',
      content: 'text',
      documents: 'text',
    },
    batch: 10,
  }),
  createMovedTable('comments', {
    keys: { id: 'text' },
    others: {
      thread: 'text',
      target: 'text',
      at: 'integer',
      person: 'text',
      link: 'text',
      resolved_at: 'integer',
      content: 'text',
    },
  }),
  createMovedTable('reviews', {
    keys: { number: 'integer' },
    others: {
      draft: 'text',
      version: 'integer',
      at: 'integer',
      state: 'text',
      published_as: 'integer',
      content: 'text',
    },
  }),
  createMovedTable('installation_keys', { keys: { number: 'integer' }, others: { sealed: 'text' } }),
  // Each row may contain all documents of a form.
  createMovedTable('other_installations', {
    keys: { fingerprint: 'text' },
    others: { is_trusted: 'boolean', last_number: 'integer', last_documents: 'text' },
    batch: 10,
  }),
  // Each row may contain a whole list of the content.
  createMovedTable('content_copies', {
    keys: { key: 'text' },
    others: { list: 'text', revision: 'integer', due_at: 'integer', details: 'text', entries: 'text' },
    batch: 10,
  }),
];

/** Returns a table with the columns of `keys` and then those of `others`. */
function createMovedTable<Name extends keyof Tables>(
  name: Name,
  {
    keys,
    others,
    batch = 200,
  }: { readonly keys: Columns<Name>; readonly others?: Columns<Name>; readonly batch?: number },
): MovedTable {
  const keyColumns = toMovedColumns(keys);
  return { name, columns: [...keyColumns, ...toMovedColumns(others ?? {})], keys: keyColumns, batch };
}

/** Returns the columns of an object from names to types, in its order. */
function toMovedColumns(columns: object): readonly MovedColumn[] {
  return Object.entries(columns).map(([name, kind]) => ({ name, kind }));
}
