import { sql } from 'kysely';
import type { SpamBlockKind } from '../../../api/inbox.ts';
import type { BlockRecord } from '../records/spam-block.ts';
import { auditRepository } from './audit.ts';
import { lockGroup } from './coordination.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

/** The calls of the block list. */
export const blocksRepository: Repository<'blocks' | 'addBlock' | 'removeBlock' | 'countBlocked'> = {
  /** Returns the block list, the latest entry first. */
  *blocks() {
    return (yield* fetchAll(selectAll())).map(toBlockRecord);
  },
  /**
   * Adds an entry. Returns the reason, and does nothing, if the list has it already or has `most` entries.
   */
  *addBlock({ block, most, note }) {
    yield* lockGroup('blocks');
    const { kind, folded } = block;
    if (yield* fetchFirst(selectSame({ kind, folded }))) return 'known';
    const { count } = (yield* fetchFirst(countAll())) ?? { count: 0 };
    if (count >= most) return 'too-many';
    const { id, value, reason, by, addedAt } = block;
    const row = { id, kind, folded, value, person: by.id, person_name: by.name, added_at: addedAt };
    yield* execute(insert({ ...row, reason: reason ?? null }));
    yield* auditRepository.addAuditEntry(note);
    return 'done';
  },
  /** Removes an entry. Returns false, and records nothing, if there is none with this id. */
  *removeBlock({ id, note }) {
    if ((yield* execute(remove({ id }))) === 0) return false;
    yield* auditRepository.addAuditEntry(note);
    return true;
  },
  /** Counts an enquiry that an entry has caught. */
  *countBlocked({ id, at }) {
    yield* execute(count({ id, at }));
  },
};

const selectAll = defineStatement(({ db }) =>
  db.selectFrom('spam_blocks').selectAll().orderBy('added_at', 'desc').orderBy('id'),
);

const selectSame = defineStatement(
  ({ db }, { kind, folded }: { readonly kind: SpamBlockKind; readonly folded: string }) =>
    db.selectFrom('spam_blocks').select('id').where('kind', '=', kind).where('folded', '=', folded),
);

const countAll = defineStatement(
  () => sql<{ readonly count: number }>`SELECT count(*) AS count FROM spam_blocks`,
);

interface BlockRow {
  readonly id: string;
  readonly kind: SpamBlockKind;
  readonly folded: string;
  readonly value: string;
  readonly reason: string | null;
  readonly person: string;
  readonly person_name: string;
  readonly added_at: number;
}

const insert = defineStatement(({ db }, row: BlockRow) => db.insertInto('spam_blocks').values(row));

const remove = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.deleteFrom('spam_blocks').where('id', '=', id),
);

const count = defineStatement(
  (_dialect, { id, at }: { readonly id: string; readonly at: number }) =>
    sql`UPDATE spam_blocks SET caught = caught + 1, caught_at = ${at} WHERE id = ${id}`,
);

interface StoredBlock extends Omit<BlockRow, 'kind'> {
  readonly kind: string;
  readonly caught: number;
  readonly caught_at: number | null;
}

function toBlockRecord(row: StoredBlock): BlockRecord {
  const { id, folded, value, reason, caught, caught_at: caughtAt } = row;
  return {
    id,
    // The table's CHECK lets no other text in.
    kind: row.kind as SpamBlockKind,
    folded,
    value,
    ...(reason !== null && { reason }),
    by: { id: row.person, name: row.person_name },
    addedAt: row.added_at,
    caught,
    ...(caughtAt !== null && { caughtAt }),
  };
}
