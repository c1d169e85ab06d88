import { sql } from 'kysely';
import type { StoredRetentionRule } from '../records/privacy-entry.ts';
import {
  getRetentionCutoff,
  type RetentionPart,
  readRetentionRules,
  toCanonicalRules,
} from '../records/retention-rules.ts';
import { auditRepository } from './audit.ts';
import { lockGroup } from './coordination.ts';
import { eraseEnquiries, eraseMails, erasePhotos, recordErasure } from './erase.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository, type Steps } from './statement.ts';

/** The retention rules and the erasing of data by them. Instances do this one after another. */
export const retentionRepository: Repository<'retention' | 'setRetention' | 'retentionDue' | 'eraseDue'> = {
  retention: loadRetentionRules,
  /**
   * Replaces the rules and adds the audit entry. Returns `changed`, and does nothing, if the stored rules are
   * no longer those that were seen, in any order.
   */
  *setRetention({ rules, seen, note }) {
    yield* lockGroup('retention');
    if (toCanonicalRules(seen) !== toCanonicalRules(yield* loadRetentionRules())) return 'changed';
    yield* execute(deleteRules());
    yield* execute(insertRules({ content: JSON.stringify(rules) }));
    yield* auditRepository.addAuditEntry(note);
    return 'set';
  },
  /**
   * Counts, by type, the data that these rules would erase at `now`, and erases nothing. Types without any
   * are left out.
   */
  *retentionDue({ rules, now }) {
    const due = [];
    for (const { type } of yield* fetchAll(selectTypes())) {
      /** Counts the data of one kind, of this type. */
      const countPart = (part: RetentionPart) =>
        countDue({ type, part, before: getRetentionCutoff(rules, { type, part, now }) });
      const counts = {
        enquiries: yield* countPart('enquiries'),
        photos: yield* countPart('photos'),
        mails: yield* countPart('mails'),
      };
      if (Object.values(counts).some((one) => one > 0)) due.push({ type, ...counts });
    }
    return due;
  },
  /**
   * Erases data by the stored rules: at most `limit` enquiries, then photos and mails of at most `limit`
   * other enquiries each. Returns the counts. `isAll` is false if one of the limits was reached, so that
   * there may be more.
   */
  *eraseDue({ now, limit }) {
    yield* lockGroup('retention');
    const rules = yield* loadRetentionRules();
    const enquiries = yield* findDue(rules, { part: 'enquiries', now, limit });
    const erased = yield* eraseEnquiries(enquiries, now);
    const photos = yield* findDue(rules, { part: 'photos', now, limit });
    const mails = yield* findDue(rules, { part: 'mails', now, limit });
    const gone = {
      enquiries: erased.enquiries,
      photos: erased.photos + (yield* erasePhotos(photos)),
      mails: erased.mails + (yield* eraseMails(mails)),
    };
    if (Object.values(gone).some((count) => count > 0)) yield* recordErasure({ isAsked: false });
    return { ...gone, isAll: [enquiries, photos, mails].every(({ length }) => length < limit) };
  },
};

const selectRules = defineStatement(({ db }) => db.selectFrom('retention').select('content'));
const deleteRules = defineStatement(({ db }) => db.deleteFrom('retention'));
const insertRules = defineStatement(({ db }, row: { readonly content: string }) =>
  db.insertInto('retention').values(row),
);

/**
 * Selects the types of the stored enquiries, sorted. Enquiries without a readable type have none. Each type
 * is found by one step in an index (PostgreSQL's wiki, "Loose indexscan").
 */
const selectTypes = defineStatement(
  () => sql<{ readonly type: string }>`
    WITH RECURSIVE types (type) AS (
      SELECT min(type) FROM enquiries
      UNION ALL
      SELECT (SELECT min(next.type) FROM enquiries AS next WHERE next.type > types.type)
      FROM types WHERE type IS NOT NULL)
    SELECT type FROM types WHERE type IS NOT NULL`,
);

/** By kind of data, the tables and the condition that an enquiry still has such data. */
const fromClauses = {
  enquiries: sql`FROM enquiries WHERE true`,
  photos: sql`FROM enquiries JOIN enquiry_photos ON enquiry = sequence WHERE true`,
  mails: sql`FROM enquiries JOIN mails ON enquiry = sequence WHERE state = 'sent' AND mails.content IS NOT NULL`,
};
/** By kind of data, the argument of `count`. A photo in several enquiries counts once. */
const countedColumns = { enquiries: sql`*`, photos: sql`DISTINCT path`, mails: sql`*` };

/** Defines the statements that count and list the data of one kind, of a type and from before a time. */
function defineFinder(part: RetentionPart) {
  return {
    count: defineStatement(
      (_dialect, { type, before }: { readonly type: string; readonly before: number }) => sql<{
        count: number;
      }>`
        SELECT count(${countedColumns[part]}) AS count ${fromClauses[part]} AND type = ${type} AND received_at < ${before}`,
    ),
    list: defineStatement(
      (
        _dialect,
        { type, before, limit }: { readonly type: string; readonly before: number; readonly limit: number },
      ) => sql<{ sequence: number }>`
        SELECT DISTINCT sequence ${fromClauses[part]} AND type = ${type} AND received_at < ${before}
        ORDER BY sequence LIMIT ${limit}`,
    ),
  };
}

const finders = {
  enquiries: defineFinder('enquiries'),
  photos: defineFinder('photos'),
  mails: defineFinder('mails'),
};

/** Returns the stored rules; empty if there are none or they are damaged, so that nothing is erased. */
function* loadRetentionRules(): Steps<readonly StoredRetentionRule[]> {
  return readRetentionRules((yield* fetchFirst(selectRules()))?.content);
}

/** Counts the data of a kind and type that arrived before a time; 0 if `before` is undefined. */
function* countDue({
  type,
  part,
  before,
}: {
  readonly type: string;
  readonly part: RetentionPart;
  readonly before: number | undefined;
}): Steps<number> {
  if (before === undefined) return 0;
  return (yield* fetchFirst(finders[part].count({ type, before })))?.count ?? 0;
}

/** Returns the numbers of at most `limit` enquiries with data of a kind that the rules erase at `now`. */
function* findDue(
  rules: readonly StoredRetentionRule[],
  { part, now, limit }: { readonly part: RetentionPart; readonly now: number; readonly limit: number },
): Steps<readonly number[]> {
  const found: number[] = [];
  for (const { type } of yield* fetchAll(selectTypes())) {
    const before = getRetentionCutoff(rules, { type, part, now });
    if (before === undefined || found.length >= limit) continue;
    const rows = yield* fetchAll(finders[part].list({ type, before, limit: limit - found.length }));
    found.push(...rows.map(({ sequence }) => sequence));
  }
  return found;
}
