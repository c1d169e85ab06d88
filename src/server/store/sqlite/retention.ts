import type { DatabaseSync } from 'node:sqlite';
import {
  getRetentionCutoff,
  type RetentionPart,
  readRetentionRules,
  toCanonicalRules,
} from '../retention-rules.ts';
import type { SyncCalls } from '../store.ts';
import type { EnquiryEraser } from './erase.ts';

type RetentionCalls = Pick<SyncCalls, 'retention' | 'setRetention' | 'retentionDue' | 'eraseDue'>;

/**
 * The `FROM` clauses that find the data of a type (`?1`) that arrived before a time (`?2`), by kind of data.
 */
const fromClauses = {
  enquiries: 'FROM enquiries WHERE type = ?1 AND received_at < ?2',
  photos: `FROM enquiries JOIN enquiry_photos ON enquiry = sequence WHERE type = ?1 AND received_at < ?2`,
  mails: `FROM enquiries JOIN mails ON enquiry = sequence
    WHERE type = ?1 AND received_at < ?2 AND state = 'sent' AND mails.content IS NOT NULL`,
};
/** The expressions that are counted: a photo of several enquiries counts once. */
const countedColumns = { enquiries: '*', photos: 'DISTINCT path', mails: '*' };

/** Prepares the calls about retention rules and the data that they erase. */
export function prepareRetention(
  db: DatabaseSync,
  { erasing, audit }: { readonly erasing: EnquiryEraser; readonly audit: Pick<SyncCalls, 'addAuditEntry'> },
): RetentionCalls {
  const select = db.prepare('SELECT content FROM retention');
  const clear = db.prepare('DELETE FROM retention');
  const insert = db.prepare('INSERT INTO retention (content) VALUES (?)');
  const types = db.prepare('SELECT DISTINCT type FROM enquiries WHERE type IS NOT NULL ORDER BY type');
  const finders = {
    enquiries: prepareFinder(db, 'enquiries'),
    photos: prepareFinder(db, 'photos'),
    mails: prepareFinder(db, 'mails'),
  };
  /** Returns the types of the stored enquiries, sorted. Enquiries without a readable type have none. */
  const listTypes = () => types.all().map(({ type }) => String(type));
  /** Returns the stored rules; an empty list if there are none or they are damaged. */
  const loadRules = () => readRetentionRules(select.get()?.content);
  return {
    retention: loadRules,
    /**
     * Replaces the stored rules by `rules`, adds the audit entry and returns `set`. Returns `changed`, and
     * does nothing, if the stored rules are not those of `seen`, in any order.
     */
    setRetention: ({ rules, seen, note }) => {
      if (toCanonicalRules(seen) !== toCanonicalRules(loadRules())) return 'changed';
      clear.run();
      insert.run(JSON.stringify(rules));
      audit.addAuditEntry(note);
      return 'set';
    },
    /**
     * Counts, by type, the data that these rules would erase at `now`, and erases nothing. Types without any
     * are left out.
     */
    retentionDue: ({ rules, now }) =>
      listTypes().flatMap((type) => {
        /** Returns the number of enquiries, photos or mails of the type to erase. */
        const countPart = (part: RetentionPart) =>
          finders[part].count({ type, before: getRetentionCutoff(rules, { type, part, now }) });
        const due = {
          enquiries: countPart('enquiries'),
          photos: countPart('photos'),
          mails: countPart('mails'),
        };
        return Object.values(due).some((one) => one > 0) ? [{ type, ...due }] : [];
      }),
    /**
     * Erases data by the stored rules: at most `limit` enquiries, then photos and mails of at most `limit`
     * other enquiries each. Returns the counts. `isAll` is false if one of the limits was reached, so that
     * there may be more.
     */
    eraseDue: ({ now, limit }) => {
      const rules = loadRules();
      /** Returns the numbers of at most `limit` enquiries with data of this kind to erase. */
      const findDue = (part: RetentionPart) =>
        listTypes()
          .flatMap((type) =>
            finders[part].list({ type, before: getRetentionCutoff(rules, { type, part, now }), limit }),
          )
          .slice(0, limit);
      const enquiries = findDue('enquiries');
      const erased = erasing.enquiries(enquiries, now);
      const [photos, mails] = [findDue('photos'), findDue('mails')];
      return {
        enquiries: erased.enquiries,
        photos: erased.photos + erasing.photos(photos),
        mails: erased.mails + erasing.mails(mails),
        isAll: [enquiries, photos, mails].every(({ length }) => length < limit),
      };
    },
  };
}

/** A type, and the time before which its data must have arrived; undefined finds none. */
interface FinderRequest {
  readonly type: string;
  readonly before: number | undefined;
}

/**
 * Prepares the functions that count and list data of one kind, by type and from before a time. If `before` is
 * undefined, they return 0 and an empty list.
 */
function prepareFinder(db: DatabaseSync, part: RetentionPart) {
  const count = db.prepare(`SELECT count(${countedColumns[part]}) AS count ${fromClauses[part]}`);
  const some = db.prepare(`SELECT DISTINCT sequence ${fromClauses[part]} ORDER BY sequence LIMIT ?3`);
  return {
    /** Returns the number of enquiries, photos or mails. */
    count: ({ type, before }: FinderRequest) =>
      before === undefined ? 0 : Number(count.get(type, before)?.count),
    /** Returns the numbers of at most `limit` enquiries with such data, in the order of arrival. */
    list: ({ type, before, limit }: FinderRequest & { readonly limit: number }) =>
      before === undefined ? [] : some.all(type, before, limit).map(({ sequence }) => Number(sequence)),
  };
}
