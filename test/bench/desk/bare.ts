import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { getDatabasePath } from '../../../src/server/store/sqlite/database.ts';

/** A hand-written query of the same rows: its `WHERE` clause and parameters. */
export interface BareQuery {
  readonly where: string;
  readonly values: readonly SQLInputValue[];
  /** True if the query starts from the full-text index. */
  readonly isSearch?: boolean;
}

/** The simplest storage in which enquiries can be found. */
export interface BareInbox {
  /** Returns the number of the latest rows, with their content parsed. */
  readonly page: (query: BareQuery, limit: number) => number;
  readonly count: (query: BareQuery, most: number) => number;
  /** Reads in the order of arrival. */
  readonly read: (query: BareQuery, limit: number) => number;
  readonly close: () => void;
}

/**
 * One flat table beside the store's database, with a column and an index for each filter, and the store's own
 * full-text index, so that both use the same terms.
 */
export function createBareInbox(dataFolder: string, file: string): BareInbox {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL');
  db.prepare('ATTACH ? AS made').run(getDatabasePath(dataFolder));
  const facts = ['type', 'office', 'site', 'handling', 'assignee', 'state', 'received_at'];
  db.exec(`
    CREATE TABLE entry (number INTEGER PRIMARY KEY, id TEXT, reference TEXT, received_at INTEGER, type TEXT, office TEXT,
      site TEXT, handling TEXT, assignee TEXT, state TEXT, recipient TEXT, attempts INTEGER, reason TEXT, content TEXT);
    INSERT INTO entry SELECT sequence, id, reference, received_at, type, office, site, handling, assignee, state, recipient, attempts,
      reason, enquiries.content FROM made.enquiries JOIN made.mails ON enquiry = sequence;
    ${facts.map((fact) => `CREATE INDEX entry_by_${fact} ON entry (${fact});`).join('\n')}
  `);
  const from = ({ isSearch }: BareQuery) =>
    isSearch ? 'made.enquiry_words CROSS JOIN entry ON number = enquiry_words.rowid' : 'entry';
  const number = ({ isSearch }: BareQuery) => (isSearch ? 'enquiry_words.rowid' : 'number');
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  const rows = (query: BareQuery, order: 'ASC' | 'DESC') =>
    statement(
      `SELECT entry.* FROM ${from(query)} WHERE ${query.where} ORDER BY ${number(query)} ${order} LIMIT ?`,
    );
  const read = (query: BareQuery, limit: number, order: 'ASC' | 'DESC') =>
    rows(query, order)
      .all(...query.values, limit)
      .map(({ content, ...row }) => ({ ...row, content: JSON.parse(String(content)) })).length;
  return {
    page: (query, limit) => read(query, limit, 'DESC'),
    read: (query, limit) => read(query, limit, 'ASC'),
    count: (query, most) =>
      Number(
        statement(
          `SELECT count(*) AS count FROM (SELECT 1 FROM ${from(query)} WHERE ${query.where} LIMIT ?)`,
        ).get(...query.values, most)?.count,
      ),
    close: () => db.close(),
  };
}
