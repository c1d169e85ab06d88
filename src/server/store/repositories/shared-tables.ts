import type { Tables } from './tables.gen.ts';

/**
 * The tables and columns that both databases have. SQLite stores a boolean as 0 or 1, so columns with
 * booleans are compared and set, and never read.
 */
export type SharedTables = {
  readonly [Table in Exclude<keyof Tables, PostgresTable>]: Omit<
    Tables[Table],
    Table extends keyof PostgresColumns ? PostgresColumns[Table] : never
  >;
};

/** Tables that exist only in PostgreSQL: for several instances. */
type PostgresTable =
  | 'erasures'
  | 'instances'
  | 'jobs'
  | 'limit_counts'
  | 'presences'
  | 'probes'
  | 'senders'
  | 'shared_files'
  | 'slipway_steps';

/** Columns that exist only in PostgreSQL. */
interface PostgresColumns {
  readonly deliveries: 'sender';
  readonly delivery_tries: 'number';
  readonly enquiries: 'sent_to' | 'words';
  readonly mails: 'sender';
  readonly photos: 'maker';
  readonly receipts: 'sender';
  readonly replies: 'sender';
  readonly version_documents: 'consequence_count';
}
