import type { WordEntry } from '../store/people-entry.ts';
import type { Store } from '../store/store.ts';
import { mayAs } from './actor.ts';

/** The rights that an invitation offers. */
export type Invitation = NonNullable<WordEntry['invitation']>;

/** Returns what a link invites to, undefined for every other link, and once whoever invites may do so no more: they are removed, or are no owner. */
export async function standingInvitation(
  word: WordEntry | undefined,
  store: Pick<Store, 'person'>,
): Promise<Invitation | undefined> {
  const invitation = word?.invitation;
  if (invitation === undefined) return undefined;
  const { by: name, byId: id } = invitation;
  // Those of an earlier release name nobody's id.
  const maker = await store.person(id === undefined ? { name } : { id });
  return maker !== undefined && mayAs(maker.role, 'owner') ? invitation : undefined;
}
