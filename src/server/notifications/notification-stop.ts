import { issueToken, readToken, type SigningKeys } from '../platform/secret/signed-token.ts';
import type { Store } from '../store/store.ts';

/** The path below which each person has the address that stops their mails. */
export const stopPath = '/api/notifications/stop';

/** Returns the address at which a person stops their mails without signing in. It never expires. */
export function createStopLink(
  person: string,
  { origin, keys }: { readonly origin: string; readonly keys: SigningKeys },
) {
  return `${origin}${stopPath}/${issueToken([person], keys)}`;
}

/** Returns the person of a token and the language of their mails; undefined if it is not valid or they have no settings. */
export async function findStopper(
  token: string,
  { store, keys }: { readonly store: Pick<Store, 'notificationSettings'>; readonly keys: SigningKeys },
) {
  const [person] = readToken(token, keys) ?? [];
  if (typeof person !== 'string') return undefined;
  const [found] = await store.notificationSettings({ person });
  return found;
}
