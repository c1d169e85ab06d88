import type { DatabaseSync } from 'node:sqlite';
import { toAuditContent, toAuditSearchText } from '../audit-content.ts';
import { hashAuditEntry } from '../audit-hash.ts';
import type { AuditQuery } from '../people-entry.ts';
import type { SyncCalls } from '../store.ts';
import { isValidAuditEntry, toAuditEntry } from '../stored-audit.ts';

export type AuditLog = Pick<SyncCalls, 'addAuditEntry' | 'audit' | 'auditFault'>;

/**
 * Prepares the statements of the table `audit`, whose triggers refuse changes and deletions. Each entry is
 * hashed together with the hash of the entry before it, so that changes that bypass the triggers can be
 * detected.
 */
export function prepareAudit(db: DatabaseSync): AuditLog {
  const selectLast = db.prepare('SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1');
  const selectHash = db.prepare('SELECT hash FROM audit WHERE number = ?');
  const insert = db.prepare(
    'INSERT INTO audit (number, at, action, person, words, content, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const selectAfter = db.prepare(
    'SELECT number, content, hash FROM audit WHERE number > ? ORDER BY number LIMIT ?',
  );
  return {
    /** Inserts an entry with the next number and its hash. Returns the inserted entry. */
    addAuditEntry(entry) {
      const { number: before = 0, hash: hashBefore = '' } = selectLast.get() ?? {};
      const number = Number(before) + 1;
      const content = toAuditContent(number, entry);
      const hash = hashAuditEntry(String(hashBefore), content);
      insert.run(
        number,
        entry.at,
        entry.action,
        entry.who.id ?? null,
        toAuditSearchText(entry),
        content,
        hash,
      );
      return toAuditEntry({ content, hash });
    },
    /**
     * Returns at most `limit` entries that match a query, the latest first; with `after`, in the order of
     * their numbers. Damaged entries are marked by `isDamaged`. Empty if none match.
     */
    audit: (query) => {
      const { sql, values } = buildAuditQuery(query);
      return db
        .prepare(sql)
        .all(...values)
        .map(toAuditEntry);
    },
    /**
     * Checks at most `limit` entries after the number `after`. Returns the number of the first altered or
     * missing one as `brokenAt`. If there is none, returns as `next` the `after` of the following call, or an
     * empty object if no entries are left to check.
     */
    auditFault({ after, limit }) {
      let hashBefore = after === 0 ? '' : String(selectHash.get(after)?.hash);
      let number = after;
      const rows = selectAfter.all(after, limit);
      for (const row of rows) {
        number += 1;
        const isAsWritten =
          row.number === number &&
          isValidAuditEntry(row, number) &&
          row.hash === hashAuditEntry(hashBefore, String(row.content));
        if (!isAsWritten) return { brokenAt: number };
        hashBefore = String(row.hash);
      }
      return rows.length < limit ? {} : { next: number };
    },
  };
}

/**
 * Returns the SQL of a query and the values of its parameters in their order. `from` is included, `until` is
 * not; `search` is a part of the search text, regardless of case.
 */
function buildAuditQuery({ before, after, limit, action, person, from, until, search }: AuditQuery) {
  const conditions = [
    before === undefined ? undefined : (['number < ?', before] as const),
    after === undefined ? undefined : (['number > ?', after] as const),
    action === undefined ? undefined : (['action = ?', action] as const),
    person === undefined ? undefined : (['person = ?', person] as const),
    from === undefined ? undefined : (['at >= ?', from] as const),
    until === undefined ? undefined : (['at < ?', until] as const),
    search === undefined ? undefined : (['instr(words, ?) > 0', search.toLowerCase()] as const),
  ].filter((one) => one !== undefined);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
  const order = after === undefined ? 'DESC' : 'ASC';
  return {
    sql: `SELECT number, at, action, content, hash FROM audit ${where} ORDER BY number ${order} LIMIT ?`,
    values: [...conditions.map(([, value]) => value), limit],
  };
}
