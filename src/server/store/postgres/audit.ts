import { sql } from 'kysely';
import { toAuditContent, toAuditSearchText } from '../audit-content.ts';
import { hashAuditEntry } from '../audit-hash.ts';
import { isValidAuditEntry, toAuditEntry } from '../stored-audit.ts';
import type { PostgresCalls } from './calls.ts';
import { lockGroup } from './transaction.ts';

/**
 * The audit log, whose triggers refuse changes and deletions. Each entry is hashed together with the hash of
 * the entry before it, so entries are added one at a time. A call that writes an entry passes its transaction
 * to `addAuditEntry`, as its last step.
 */
export const postgresAuditCalls: PostgresCalls<'addAuditEntry' | 'audit' | 'auditFault'> = {
  /** Adds an entry with the next number, and returns it with its number and hash. */
  async addAuditEntry(db, entry) {
    await lockGroup(db, 'audit');
    const last = await db
      .selectFrom('audit')
      .select(['number', 'hash'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    const number = (last?.number ?? 0) + 1;
    const content = toAuditContent(number, entry);
    const hash = hashAuditEntry(last?.hash ?? '', content);
    const { at, action, who } = entry;
    const row = {
      number,
      at,
      action,
      person: who.id ?? null,
      words: toAuditSearchText(entry),
      content,
      hash,
    };
    await db.insertInto('audit').values(row).execute();
    return toAuditEntry(row);
  },
  /**
   * Returns at most `limit` entries that match a query (`AuditQuery`), newest first; oldest first if `after`
   * is given. `search` is found regardless of case.
   */
  async audit(db, { before, after, limit, action, person, from, until, search }) {
    const rows = await db
      .selectFrom('audit')
      .select(['number', 'at', 'action', 'content', 'hash'])
      .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
      .$if(after !== undefined, (query) => query.where('number', '>', after ?? 0))
      .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
      .$if(person !== undefined, (query) => query.where('person', '=', person ?? ''))
      .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
      .$if(until !== undefined, (query) => query.where('at', '<', until ?? 0))
      .$if(search !== undefined, (query) =>
        query.where(sql<boolean>`strpos(words, ${(search ?? '').toLowerCase()}) > 0`),
      )
      .orderBy('number', after === undefined ? 'desc' : 'asc')
      .limit(limit)
      .execute();
    return rows.map(toAuditEntry);
  },
  /**
   * Checks at most `limit` entries after `after`. Returns `brokenAt`, the first altered or missing number;
   * else `next`, the last number checked, if there may be more; else `{}`.
   */
  async auditFault(db, { after, limit }) {
    const before = await db.selectFrom('audit').select('hash').where('number', '=', after).executeTakeFirst();
    const rows = await db
      .selectFrom('audit')
      .select(['number', 'content', 'hash'])
      .where('number', '>', after)
      .orderBy('number')
      .limit(limit)
      .execute();
    let hashBefore = after === 0 ? '' : String(before?.hash);
    let number = after;
    for (const row of rows) {
      number += 1;
      const isAsWritten =
        row.number === number &&
        isValidAuditEntry(row, number) &&
        row.hash === hashAuditEntry(hashBefore, row.content);
      if (!isAsWritten) return { brokenAt: number };
      hashBefore = row.hash;
    }
    return rows.length < limit ? {} : { next: number };
  },
};
