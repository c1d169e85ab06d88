import type { DatabaseSync } from 'node:sqlite';
import {
  getRetentionCutoff,
  type RetentionPart,
  readRetentionRules,
  toCanonicalRules,
} from '../retention-rules.ts';
import type { SyncCalls } from '../store.ts';
import type { AuditLog } from './audit.ts';
import type { EnquiryEraser } from './erase.ts';

type RetentionCalls = Pick<SyncCalls, 'retention' | 'setRetention' | 'retentionDue' | 'eraseDue'>;

/** Finds the data of a type (?1) that arrived before a time (?2), by kind of data. */
const fromClauses = {
  enquiries: 'FROM enquiries WHERE type = ?1 AND received_at < ?2',
  photos: `FROM enquiries JOIN enquiry_photos ON enquiry = sequence WHERE type = ?1 AND received_at < ?2`,
  mails: `FROM enquiries JOIN mails ON enquiry = sequence
    WHERE type = ?1 AND received_at < ?2 AND state = 'sent' AND mails.content IS NOT NULL`,
};
const countedColumns = { enquiries: '*', photos: 'DISTINCT path', mails: '*' };

export function prepareRetention(
  db: DatabaseSync,
  { erasing, audit }: { readonly erasing: EnquiryEraser; readonly audit: Pick<AuditLog, 'addAuditEntry'> },
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
  const listTypes = () => types.all().map(({ type }) => String(type));
  const loadRules = () => readRetentionRules(select.get()?.content);
  return {
    retention: loadRules,
    /** Sets the rules. Returns `changed`, and does nothing, if they have changed since they were seen. */
    setRetention: ({ rules, seen, note }) => {
      if (toCanonicalRules(seen) !== toCanonicalRules(loadRules())) return 'changed';
      clear.run();
      insert.run(JSON.stringify(rules));
      audit.addAuditEntry(note);
      return 'set';
    },
    /** Counts, by type, the data that these rules would erase now. Types without any are left out. */
    retentionDue: ({ rules, now }) =>
      listTypes().flatMap((type) => {
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
     * Erases data by the stored rules: at most `limit` enquiries, and photos and mails of at most `limit`
     * enquiries each. `isAll` is false if there may be more.
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

interface FinderRequest {
  readonly type: string;
  readonly before: number | undefined;
}

/**
 * Prepares the functions that find data of one kind, by type and from before a time. If `before` is
 * undefined, they find none.
 */
function prepareFinder(db: DatabaseSync, part: RetentionPart) {
  const count = db.prepare(`SELECT count(${countedColumns[part]}) AS count ${fromClauses[part]}`);
  const some = db.prepare(`SELECT DISTINCT sequence ${fromClauses[part]} ORDER BY sequence LIMIT ?3`);
  return {
    count: ({ type, before }: FinderRequest) =>
      before === undefined ? 0 : Number(count.get(type, before)?.count),
    /** Returns the numbers of at most `limit` enquiries with such data. */
    list: ({ type, before, limit }: FinderRequest & { readonly limit: number }) =>
      before === undefined ? [] : some.all(type, before, limit).map(({ sequence }) => Number(sequence)),
  };
}
