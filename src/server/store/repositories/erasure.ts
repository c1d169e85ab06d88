import { sql } from 'kysely';
import { toErasureDetails } from '../records/external-copies.ts';
import { auditRepository } from './audit.ts';
import { deleteEnquiries, eraseEnquiries, recordErasure, unlinkPhotos } from './erase.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

/** The calls that erase suspected enquiries, or one enquiry at once. */
export const erasureRepository: Repository<'forgetSuspected' | 'eraseSuspected' | 'eraseEnquiry'> = {
  /**
   * Deletes at most `limit` suspected enquiries that arrived before a time, with everything that belongs to
   * them. Their photos then belong to no enquiry and are removed like all such photos. Returns the number of
   * enquiries.
   */
  *forgetSuspected(request) {
    const old = (yield* fetchAll(selectSuspected(request))).map(({ sequence }) => sequence);
    if (old.length === 0) return 0;
    const paths = yield* unlinkPhotos(old);
    yield* deleteEnquiries(old);
    yield* execute(releasePhotos({ paths }));
    yield* recordErasure({ isAsked: false });
    return old.length;
  },
  /**
   * Erases an enquiry with everything that belongs to it, and adds the audit entry. Does nothing, and returns
   * the reason, if it is unknown or not suspected. `id` is its id or reference.
   */
  *eraseSuspected({ id, note }) {
    const mail = yield* fetchFirst(selectMail({ id }));
    if (!mail) return 'unknown';
    if (mail.state !== 'suspected') return 'not-suspected';
    yield* eraseEnquiries([mail.enquiry], note.at);
    yield* recordErasure({ isAsked: true });
    yield* auditRepository.addAuditEntry(note);
    return 'done';
  },
  /**
   * Erases an enquiry, whatever its state, with everything that belongs to it, and adds the audit entry with
   * the counts. Returns the counts; undefined, and does nothing, if it is unknown.
   */
  *eraseEnquiry({ id, note }) {
    const mail = yield* fetchFirst(selectMail({ id }));
    if (!mail) return undefined;
    const erased = yield* eraseEnquiries([mail.enquiry], note.at);
    yield* recordErasure({ isAsked: true });
    const details = { ...note.details, ...toErasureDetails(erased) };
    yield* auditRepository.addAuditEntry({ ...note, details });
    return erased;
  },
};

const selectSuspected = defineStatement(
  ({ db }, { receivedBefore, limit }: { readonly receivedBefore: number; readonly limit: number }) =>
    db
      .selectFrom('mails')
      .innerJoin('enquiries', 'sequence', 'enquiry')
      .select('sequence')
      // The partial index contains only unsent mails. It is used only because of the first condition.
      .where(sql<boolean>`state <> 'sent' AND state = 'suspected'`)
      .where('received_at', '<', receivedBefore)
      // A person may have marked an old enquiry as spam a moment ago.
      .where(sql<boolean>`coalesce(queued_at, received_at) < ${receivedBefore}`)
      .orderBy('sequence')
      .limit(limit)
      .forUpdate('mails')
      .skipLocked(),
);

/** Marks photos that no enquiry contains any more, so that they are removed. */
const releasePhotos = defineStatement(({ db, isInList }, { paths }: { readonly paths: readonly string[] }) =>
  db
    .updateTable('photos')
    .set({ is_claimed: false })
    .where(isInList('path', paths, 'text'))
    .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM enquiry_photos WHERE enquiry_photos.path = photos.path)`),
);

/** Selects the mail of an enquiry by its id or reference, and locks it until the transaction ends. */
const selectMail = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db
    .selectFrom('enquiries')
    .innerJoin('mails', 'enquiry', 'sequence')
    .select(['enquiry', 'state'])
    .where(({ or, eb }) => or([eb('id', '=', id), eb('reference', '=', id)]))
    .forUpdate('mails'),
);
