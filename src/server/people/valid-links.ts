import type { OneTimeToken, PersonEntry } from '../store/people-entry.ts';
import type { Store } from '../store/store.ts';
import { isRoleAtLeast } from './actor.ts';

export type InvitationOffer = NonNullable<OneTimeToken['invitation']>;

/**
 * Returns the invitation of a link. Undefined if the link is another one, or its author is not an owner any
 * more.
 */
export async function findValidInvitation(
  word: OneTimeToken | undefined,
  store: Pick<Store, 'person'>,
): Promise<InvitationOffer | undefined> {
  const invitation = word?.invitation;
  if (invitation === undefined) return undefined;
  const { by: name, byId: id } = invitation;
  // Invitations of an earlier release have no id of their author.
  return (await isOwner(id === undefined ? { name } : { id }, store)) ? invitation : undefined;
}

/**
 * Returns the person whose password a link resets. Undefined if the link is another one. It is undefined too
 * if the owner who created it is not an owner any more, because they may know the link.
 */
export async function findPersonToReset(
  word: OneTimeToken | undefined,
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
  return found !== undefined && isRoleAtLeast(found.role, 'owner');
}
