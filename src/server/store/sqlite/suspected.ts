import type { DatabaseSync } from 'node:sqlite';
import { toErasureDetails } from '../external-copies.ts';
import type { SyncCalls } from '../store.ts';
import type { EnquiryEraser } from './erase.ts';

/**
 * Returns the call that deletes at most `limit` suspected enquiries from before a time, with everything that
 * belongs to them. Their photos then belong to no enquiry and are removed like all such photos. Returns the
 * number of enquiries. It must run within a transaction.
 */
export function prepareForgetSuspected(db: DatabaseSync): SyncCalls['forgetSuspected'] {
  // The partial index contains only unsent mails. SQLite uses it only because of the first condition.
  const select = db.prepare(
    `SELECT json_group_array(sequence) AS old FROM (
       SELECT sequence FROM mails JOIN enquiries ON sequence = enquiry
       WHERE state <> 'sent' AND state = 'suspected' AND received_at < ? ORDER BY sequence LIMIT ?
     )`,
  );
  const isOld = 'enquiry IN (SELECT value FROM json_each(?1))';
  const disown = db.prepare(
    `UPDATE photos SET is_claimed = 0 WHERE path IN (SELECT path FROM enquiry_photos WHERE ${isOld})
       AND path NOT IN (SELECT path FROM enquiry_photos WHERE NOT ${isOld})`,
  );
  const deletions = ['enquiry_photos', 'idempotency_keys', 'mails', 'receipts'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE ${isOld}`),
  );
  const forget = db.prepare('DELETE FROM enquiries WHERE sequence IN (SELECT value FROM json_each(?1))');
  return ({ receivedBefore, limit }) => {
    const old = String(select.get(receivedBefore, limit)?.old);
    disown.run(old);
    for (const deletion of deletions) deletion.run(old);
    return Number(forget.run(old).changes);
  };
}

/** Prepares the calls that erase one enquiry at once. They must run within a transaction. */
export function prepareEraseOne(
  db: DatabaseSync,
  { erasing, audit }: { readonly erasing: EnquiryEraser; readonly audit: Pick<SyncCalls, 'addAuditEntry'> },
): Pick<SyncCalls, 'eraseSuspected' | 'eraseEnquiry'> {
  const select = db.prepare(
    'SELECT sequence, state FROM enquiries JOIN mails ON enquiry = sequence WHERE id = ?1 OR reference = ?1',
  );
  return {
    /**
     * Erases an enquiry only if it is suspected, adds the audit entry `note` and returns `done`. Otherwise
     * does nothing, and returns `unknown` or `not-suspected`. `id` is its id or reference.
     */
    eraseSuspected: ({ id, note }) => {
      const { sequence, state } = select.get(id) ?? {};
      if (sequence === undefined) return 'unknown';
      if (state !== 'suspected') return 'not-suspected';
      erasing.enquiries([Number(sequence)], note.at);
      audit.addAuditEntry(note);
      return 'done';
    },
    /**
     * Erases an enquiry, whatever its state, and returns the counts, which are also added to the audit entry
     * `note`. Undefined, without an audit entry, if it is unknown.
     */
    eraseEnquiry: ({ id, note }) => {
      const { sequence } = select.get(id) ?? {};
      if (sequence === undefined) return undefined;
      const erased = erasing.enquiries([Number(sequence)], note.at);
      audit.addAuditEntry({ ...note, details: { ...note.details, ...toErasureDetails(erased) } });
      return erased;
    },
  };
}
