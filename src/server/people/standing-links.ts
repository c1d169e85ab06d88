import type { PersonEntry, WordEntry } from '../store/people-entry.ts';
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
  return (await isOwner(id === undefined ? { name } : { id }, store)) ? invitation : undefined;
}

/** Returns whose password a link resets; undefined for every other link, and once the owner who made it is none any more: they may hold it. */
export async function personToReset(
  word: WordEntry | undefined,
  store: Pick<Store, 'person'>,
): Promise<PersonEntry | undefined> {
  if (word?.person === undefined) return undefined;
  if (word.byId !== undefined && !(await isOwner({ id: word.byId }, store))) return undefined;
  return store.person({ id: word.person });
}

async function isOwner(
  maker: { readonly id: string } | { readonly name: string },
  store: Pick<Store, 'person'>,
): Promise<boolean> {
  const found = await store.person(maker);
  return found !== undefined && mayAs(found.role, 'owner');
}
