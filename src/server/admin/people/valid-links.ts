import type { OneTimeToken, PersonEntry } from '../../store/records/people-entry.ts';
import type { Store } from '../../store/store.ts';
import { isRoleAtLeast } from './actor.ts';

export type InvitationOffer = NonNullable<OneTimeToken['invitation']>;

/**
 * Returns the invitation of a link's token. Undefined without a token, if it has another use, or if its
 * author is not an owner any more. The token's expiry is not checked.
 */
export async function findValidInvitation(
  token: OneTimeToken | undefined,
  store: Pick<Store, 'person'>,
): Promise<InvitationOffer | undefined> {
  const invitation = token?.invitation;
  if (invitation === undefined) return undefined;
  const { by: name, byId: id } = invitation;
  // Invitations of an earlier release have no id of their author.
  return (await isOwner(id === undefined ? { name } : { id }, store)) ? invitation : undefined;
}

/**
 * Returns the person whose password a link's token resets. Undefined without a token, if it has another use
 * or its person no longer exists, or if the owner who created it is not an owner any more, because they may
 * know the link. The token's expiry is not checked.
 */
export async function findPersonToReset(
  token: OneTimeToken | undefined,
  store: Pick<Store, 'person'>,
): Promise<PersonEntry | undefined> {
  if (token?.person === undefined) return undefined;
  if (token.byId !== undefined && !(await isOwner({ id: token.byId }, store))) return undefined;
  return store.person({ id: token.person });
}

/** Returns true if the person exists and is an owner. */
async function isOwner(
  author: { readonly id: string } | { readonly name: string },
  store: Pick<Store, 'person'>,
): Promise<boolean> {
  const found = await store.person(author);
  return found !== undefined && isRoleAtLeast(found.role, 'owner');
}
