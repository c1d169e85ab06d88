import { randomUUID } from 'node:crypto';
import type { Role } from '../../../api/people.ts';
import { createSecretToken, hashSecretToken } from '../../platform/secret/secret-token.ts';
import { toComparisonKey } from '../../store/records/comparison-key.ts';
import type { Store } from '../../store/store.ts';
import type { Audit } from './audit.ts';
import lookalikes from './lookalikes.json' with { type: 'json' };
import type { Passwords } from './passwords.ts';

export const ownerName = 'owner';

/**
 * Returns true if a person of a role must not have a name because it is, or looks like, `owner`: the name of
 * the owner with the configured password. Such a person would become an owner with the next password, or
 * could imitate the owner. Returns false for owners.
 */
export function isReservedName(name: string, role: Role): boolean {
  return role !== 'owner' && toSkeleton(name) === ownerName;
}

/**
 * Returns roughly what a name looks like, so that similar names are equal (Unicode Technical Standard 39,
 * "Confusable Detection"): `toSkeleton('Ówn3r.') // 'owner'`
 */
function toSkeleton(name: string): string {
  const letters = toComparisonKey(name)
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [...letters]
    .map((letter) => plainLetters.get(letter) ?? letter)
    .join('')
    .replaceAll('vv', 'w');
}

const plainLetters = new Map(
  Object.entries(lookalikes).flatMap(([plain, alike]) =>
    [...alike].map((letter) => [letter, plain] as const),
  ),
);

/** Lifetime of the first owner's link: long enough for a server that nobody has opened yet. */
const firstOwnerTokenMs = 3_153_600_000_000;

/**
 * Ensures that somebody can sign in. A configured password that has changed is stored for the person `owner`,
 * who is created if necessary; the result is then undefined. Without a configured password, creates and
 * returns a one-time token for the first owner, to be printed; undefined if there is an owner.
 */
export async function prepareFirstOwner({
  given,
  store,
  passwords,
  audit,
  now,
}: {
  /** The configured password. */
  readonly given: string | undefined;
  readonly store: Pick<Store, 'ownership' | 'setGivenPassword' | 'addOneTimeToken'>;
  readonly passwords: Passwords;
  readonly audit: Pick<Audit, 'createEntry'>;
  readonly now: () => number;
}): Promise<string | undefined> {
  const { hasOwner, mark } = await store.ownership();
  if (given !== undefined) {
    // No owner although a password was set: the accounts are damaged, so the account is created again.
    if (hasOwner && mark !== undefined && (await passwords.verify(given, mark))) return undefined;
    const password = await passwords.hash(given);
    await store.setGivenPassword({
      person: { id: randomUUID(), name: ownerName, role: 'owner', createdAt: now(), password },
      mark: password,
      now: now(),
      note: audit.createEntry({ who: 'server', action: 'owner-made', about: ownerName }),
    });
    return undefined;
  }
  return hasOwner
    ? undefined
    : createOwnerToken({ use: 'first-owner', store, expiresAt: now() + firstOwnerTokenMs, now });
}

/**
 * Creates and stores a one-time token with which anybody can become an owner, and returns it. The token of
 * the use `first-owner` works only while there is no owner.
 */
export async function createOwnerToken({
  use,
  store,
  expiresAt,
  now,
}: {
  readonly use: 'first-owner' | 'owner';
  readonly store: Pick<Store, 'addOneTimeToken'>;
  readonly expiresAt: number;
  readonly now: () => number;
}): Promise<string> {
  const token = createSecretToken();
  await store.addOneTimeToken({
    word: { hash: hashSecretToken(token), id: randomUUID(), use, createdAt: now(), expiresAt },
  });
  return token;
}
