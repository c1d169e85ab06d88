import type { Documents } from '#engine';
import type { VersionRefusal } from '../../studio/protocol-versions.ts';
import { mayAs, reachOf } from '../people/actor.ts';
import type { PersonEntry } from '../store/people-entry.ts';
import type { Store } from '../store/store.ts';
import { isDamagedRow } from '../store/store-error.ts';
import { isDamagedVersion } from '../store/stored-version.ts';
import { isLimited, refuseOutside } from './change-documents.ts';

/** A scheduled version whose time has come. */
export interface DueVersion {
  readonly number: number;
  /** The number of the version that is live; absent: there is none. */
  readonly live?: number | undefined;
}

/** More are not told: whoever reads them knows by then. */
const mostTold = 20;

/**
 * Returns why a version whose time has come does not go live; undefined: it does. Whoever scheduled it has to be able to publish it now, upon what is
 * live now: their rights may be others, and what is live may have changed where they may not.
 */
export async function refuseDue(
  store: Pick<Store, 'version' | 'person'>,
  { number, live }: DueVersion,
): Promise<VersionRefusal | undefined> {
  const due = await unlessDamaged(store.version(number));
  // Live, it would be nothing that any server can draw.
  if (due === undefined || isDamagedVersion(due)) return { reason: 'damaged' };
  // A release before this one noted the name alone.
  const who = due.byId === undefined ? { name: due.by } : { id: due.byId };
  const person: PersonEntry | undefined = await unlessDamaged(store.person(who));
  if (person === undefined || !mayAs(person.role, 'publisher')) return { reason: 'not-allowed' };
  const scope = reachOf(person);
  if (!isLimited(scope)) return undefined;
  const before = live === undefined ? undefined : await unlessDamaged(store.version(live));
  const refusal = refuseOutside(scope, {
    before: before?.documents ?? ({} as Documents),
    after: due.documents,
  });
  return refusal && { reason: 'outside-reach', outside: refusal.outside.slice(0, mostTold) };
}

async function unlessDamaged<Row>(row: Promise<Row | undefined>): Promise<Row | undefined> {
  try {
    return await row;
  } catch (error) {
    if (isDamagedRow(error)) return undefined;
    throw error;
  }
}
