import type { DatabaseSync } from 'node:sqlite';
import { prepareClaim } from '../../photos/records/sqlite-photos.ts';
import { type Acceptance, type NewEnquiry, StoreError } from '../port.ts';
import { isTaken } from './errors.ts';
import type { Keys } from './keys.ts';
import { contentOf } from './records.ts';

/** Prepares what stores an enquiry, its mail and its key; to be called within a transaction. */
export function prepareAccept(
  db: DatabaseSync,
  { keys, rememberedMs }: { readonly keys: Keys; readonly rememberedMs: number },
): (entry: NewEnquiry) => Acceptance {
  const insertEnquiry = db.prepare(
    'INSERT INTO enquiries (id, reference, received_at, content) VALUES (?, ?, ?, ?)',
  );
  const insertMail = db.prepare(
    'INSERT INTO mails (enquiry, state, recipient, content, due_at) VALUES (?, ?, ?, ?, ?)',
  );
  const claim = prepareClaim(db);

  return (entry) => {
    const { id, reference, receivedAt, photos, idempotency, mail } = entry;
    const known = idempotency && keys.find({ ...idempotency, now: receivedAt });
    if (known) return known;
    const enquiry = telling(reference, () =>
      insertEnquiry.run(id, reference, receivedAt, JSON.stringify(contentOf(entry))),
    ).lastInsertRowid;
    if (mail) insertMail.run(enquiry, 'waiting', mail.to, JSON.stringify(mail.content), receivedAt);
    else insertMail.run(enquiry, 'no-recipient', null, null, null);
    claim({ enquiry, paths: photos });
    if (idempotency) keys.remember({ ...idempotency, enquiry, until: receivedAt + rememberedMs });
    return { kind: 'accepted', id, reference };
  };
}

/** A reference that is taken is nobody's fault: the caller draws another. */
function telling<Result>(reference: string, insert: () => Result): Result {
  try {
    return insert();
  } catch (error) {
    if (!isTaken(error, 'enquiries.reference')) throw error;
    throw new StoreError(
      'reference-taken',
      `Cannot store reference "${reference}": an enquiry has it; draw a new one`,
      { cause: error },
    );
  }
}
