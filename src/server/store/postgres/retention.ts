import { sql } from 'kysely';
import type { StoredRetentionRule } from '../privacy-entry.ts';
import { lockGroup } from '../repositories/coordination.ts';
import {
  getRetentionCutoff,
  type RetentionPart,
  readRetentionRules,
  toCanonicalRules,
} from '../retention-rules.ts';
import { postgresAuditCalls } from './audit.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';
import { eraseEnquiries, eraseMails, erasePhotos } from './erase.ts';
import { recordErasure } from './erasure-cleanup.ts';
import { runSteps } from './run-steps.ts';

/** The retention rules and the erasing of data by them. Instances do this one after another. */
export const postgresRetentionCalls: PostgresCalls<
  'retention' | 'setRetention' | 'retentionDue' | 'eraseDue'
> = {
  retention: loadRetentionRules,
  /**
   * Replaces the rules and adds the audit entry. Returns `changed`, and does nothing, if the stored rules are
   * no longer those that were seen.
   */
  async setRetention(db, { rules, seen, note }) {
    await runSteps(db, lockGroup('retention'));
    if (toCanonicalRules(seen) !== toCanonicalRules(await loadRetentionRules(db))) return 'changed';
    await db.deleteFrom('retention').execute();
    await db
      .insertInto('retention')
      .values({ content: JSON.stringify(rules) })
      .execute();
    await postgresAuditCalls.addAuditEntry(db, note);
    return 'set';
  },
  /** Counts, by type, the data that these rules would erase now. Types without any are left out. */
  async retentionDue(db, { rules, now }) {
    const due = [];
    for (const type of await listTypes(db)) {
      /** Counts the data of one kind, of this type. */
      const countPart = (part: RetentionPart) =>
        countDue(db, { type, part, before: getRetentionCutoff(rules, { type, part, now }) });
      const counts = {
        enquiries: await countPart('enquiries'),
        photos: await countPart('photos'),
        mails: await countPart('mails'),
      };
      if (Object.values(counts).some((one) => one > 0)) due.push({ type, ...counts });
    }
    return due;
  },
  /**
   * Erases data by the stored rules: at most `limit` enquiries, and photos and mails of at most `limit`
   * enquiries each. Returns the counts; `isAll` is false if there may be more.
   */
  async eraseDue(db, { now, limit }) {
    await runSteps(db, lockGroup('retention'));
    const rules = await loadRetentionRules(db);
    /** Returns the numbers of at most `limit` enquiries with data of this kind to erase. */
    async function findDue(part: RetentionPart): Promise<readonly number[]> {
      const found: number[] = [];
      for (const type of await listTypes(db))
        if (found.length < limit) {
          const before = getRetentionCutoff(rules, { type, part, now });
          found.push(...(await selectDueEnquiries(db, { type, part, before, limit: limit - found.length })));
        }
      return found;
    }
    const enquiries = await findDue('enquiries');
    const erased = await eraseEnquiries(db, enquiries, now);
    const [photos, mails] = [await findDue('photos'), await findDue('mails')];
    const gone = {
      enquiries: erased.enquiries,
      photos: erased.photos + (await erasePhotos(db, photos)),
      mails: erased.mails + (await eraseMails(db, mails)),
    };
    if (Object.values(gone).some((count) => count > 0)) await recordErasure(db, { isAsked: false });
    return {
      ...gone,
      isAll: [enquiries, photos, mails].every(({ length }) => length < limit),
    };
  },
};

/** Returns the stored rules; empty if there are none or they are damaged, so that nothing is erased. */
async function loadRetentionRules(db: Database): Promise<readonly StoredRetentionRule[]> {
  const row = await db.selectFrom('retention').select('content').executeTakeFirst();
  return readRetentionRules(row?.content);
}

/**
 * Returns the types of all enquiries, each once, sorted. Each one is found by one step in an index
 * (PostgreSQL's wiki, "Loose indexscan").
 */
async function listTypes(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ type: string }>`
    WITH RECURSIVE types AS (
      (SELECT type FROM enquiries ORDER BY type LIMIT 1)
      UNION ALL
      SELECT (SELECT next.type FROM enquiries AS next WHERE next.type > types.type ORDER BY next.type LIMIT 1)
      FROM types WHERE type IS NOT NULL)
    SELECT type FROM types WHERE type IS NOT NULL`.execute(db);
  return rows.map(({ type }) => type);
}

/** The data of one kind that belongs to enquiries of a type. */
interface RetentionQuery {
  readonly type: string;
  readonly part: RetentionPart;
  /** Only enquiries that arrived before this time; undefined: none. */
  readonly before: number | undefined;
}

/** By kind of data, the tables and the condition that an enquiry still has such data. */
const fromClauses = {
  enquiries: sql`FROM enquiries WHERE true`,
  photos: sql`FROM enquiries JOIN enquiry_photos ON enquiry = sequence WHERE true`,
  mails: sql`FROM enquiries JOIN mails ON enquiry = sequence WHERE state = 'sent' AND mails.content IS NOT NULL`,
};
/** By kind of data, the argument of `count`. A photo in several enquiries counts once. */
const countedColumns = { enquiries: sql`*`, photos: sql`DISTINCT path`, mails: sql`*` };

/** Counts the data of a type that arrived before a time; 0 if `before` is undefined. */
async function countDue(db: Database, { type, part, before }: RetentionQuery): Promise<number> {
  if (before === undefined) return 0;
  const { rows } = await sql<{ count: number }>`
    SELECT count(${countedColumns[part]}) AS count ${fromClauses[part]} AND type = ${type} AND received_at < ${before}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Returns the numbers of at most `limit` enquiries of a type with such data that arrived before a time, the
 * earliest first; none if `before` is undefined.
 */
async function selectDueEnquiries(
  db: Database,
  { type, part, before, limit }: RetentionQuery & { readonly limit: number },
): Promise<readonly number[]> {
  if (before === undefined) return [];
  const { rows } = await sql<{ sequence: number }>`
    SELECT DISTINCT sequence ${fromClauses[part]} AND type = ${type} AND received_at < ${before}
    ORDER BY sequence LIMIT ${limit}`.execute(db);
  return rows.map(({ sequence }) => sequence);
}
