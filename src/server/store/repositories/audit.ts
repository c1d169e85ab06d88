import { type Insertable, sql } from 'kysely';
import { toAuditContent, toAuditSearchText } from '../records/audit-content.ts';
import { hashAuditEntry } from '../records/audit-hash.ts';
import type { AuditQuery } from '../records/people-entry.ts';
import { isValidAuditEntry, toAuditEntry } from '../records/stored-audit.ts';
import { lockGroup } from './coordination.ts';
import type { SharedTables } from './shared-tables.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

const selectLast = defineStatement(({ db }) =>
  db.selectFrom('audit').select(['number', 'hash']).orderBy('number', 'desc').limit(sql.lit(1)),
);

const selectHash = defineStatement(({ db }, { number }: { readonly number: number }) =>
  db.selectFrom('audit').select('hash').where('number', '=', number),
);

const insert = defineStatement(({ db }, row: Insertable<SharedTables['audit']>) =>
  db.insertInto('audit').values(row),
);

const selectAfter = defineStatement(
  ({ db }, { after, limit }: { readonly after: number; readonly limit: number }) =>
    db
      .selectFrom('audit')
      .select(['number', 'content', 'hash'])
      .where('number', '>', after)
      .orderBy('number')
      .limit(limit),
);

/** Selects the entries that match a query. `search` must be in lower case. */
const selectMatching = defineStatement(
  ({ db, containsText }, { before, after, limit, action, person, from, until, search }: AuditQuery) =>
    db
      .selectFrom('audit')
      .select(['number', 'at', 'action', 'content', 'hash'])
      .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
      .$if(after !== undefined, (query) => query.where('number', '>', after ?? 0))
      .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
      .$if(person !== undefined, (query) => query.where('person', '=', person ?? ''))
      .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
      .$if(until !== undefined, (query) => query.where('at', '<', until ?? 0))
      .$if(search !== undefined, (query) => query.where(containsText('words', search ?? '')))
      .orderBy('number', after === undefined ? 'desc' : 'asc')
      .limit(limit),
);

/**
 * The audit log, whose triggers refuse changes and deletions. Each entry is hashed together with the hash of
 * the entry before it, so that changes that bypass the triggers can be detected; therefore entries are added
 * one at a time. A call that writes an entry does so as its last step.
 */
export const auditRepository: Repository<'addAuditEntry' | 'audit' | 'auditFault'> = {
  /** Adds an entry with the next number, and returns it with its number and hash. */
  *addAuditEntry(entry) {
    yield* lockGroup('audit');
    const last = yield* fetchFirst(selectLast());
    const number = (last?.number ?? 0) + 1;
    const content = toAuditContent(number, entry);
    const hash = hashAuditEntry(last?.hash ?? '', content);
    const { at, action, who } = entry;
    const person = who.id ?? null;
    yield* execute(insert({ number, at, action, person, words: toAuditSearchText(entry), content, hash }));
    return toAuditEntry({ content, hash });
  },
  /**
   * Returns at most `limit` entries that match a query, the latest first; with `after`, in the order of their
   * numbers. Damaged entries are marked by `isDamaged`. `search` is found regardless of case.
   */
  *audit(query) {
    const search = query.search?.toLowerCase();
    const rows = yield* fetchAll(selectMatching({ ...query, ...(search !== undefined && { search }) }));
    return rows.map(toAuditEntry);
  },
  /**
   * Checks at most `limit` entries after the number `after`. Returns the number of the first altered or
   * missing one as `brokenAt`. If there is none, returns as `next` the `after` of the following call, or an
   * empty object if no entries are left to check.
   */
  *auditFault({ after, limit }) {
    const before = yield* fetchFirst(selectHash({ number: after }));
    const rows = yield* fetchAll(selectAfter({ after, limit }));
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
