import type { Documents } from '#engine';
import type { VersionRefusal } from '../../api/versions.ts';
import { isRoleAtLeast, pickAccessScope } from '../admin/people/actor.ts';
import type { PersonEntry } from '../store/records/people-entry.ts';
import { isDamagedVersion } from '../store/records/stored-version.ts';
import type { Store } from '../store/store.ts';
import { isDamagedRow } from '../store/store-error.ts';
import { isLimited, refuseOutsideScope } from './draft/change-documents.ts';

/** The version whose time has come. */
export interface DueVersion {
  readonly number: number;
  /** The number of the live version. Absent: there is none. */
  readonly live?: number | undefined;
}

/** The maximum number of names in a refusal. More do not help the reader. */
const maxOutside = 20;

/**
 * Returns why a scheduled version cannot go live now, or undefined if it can: `damaged` if it cannot be read;
 * `not-allowed` if its scheduler is unknown or no longer a publisher; `outside-reach` if it differs from the
 * live version outside the scope of the scheduler. The right and the live version are those of this time,
 * since both may have changed.
 */
export async function refuseDue(
  store: Pick<Store, 'version' | 'person'>,
  { number, live }: DueVersion,
): Promise<VersionRefusal | undefined> {
  const due = await ignoreDamagedRow(store.version(number));
  // No server could render such a version.
  if (due === undefined || isDamagedVersion(due)) return { reason: 'damaged' };
  // Earlier releases stored only the name.
  const who = due.byId === undefined ? { name: due.by } : { id: due.byId };
  const person: PersonEntry | undefined = await ignoreDamagedRow(store.person(who));
  if (person === undefined || !isRoleAtLeast(person.role, 'publisher')) return { reason: 'not-allowed' };
  const scope = pickAccessScope(person);
  if (!isLimited(scope)) return undefined;
  const before = live === undefined ? undefined : await ignoreDamagedRow(store.version(live));
  const refusal = refuseOutsideScope(scope, {
    before: before?.documents ?? ({} as Documents),
    after: due.documents,
  });
  return refusal && { reason: 'outside-reach', outside: refusal.outside.slice(0, maxOutside) };
}

/** Resolves to the row, or to undefined if it is damaged. Rejects with all other errors. */
async function ignoreDamagedRow<Row>(row: Promise<Row | undefined>): Promise<Row | undefined> {
  try {
    return await row;
  } catch (error) {
    if (isDamagedRow(error)) return undefined;
    throw error;
  }
}
