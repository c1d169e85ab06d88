import { randomUUID } from 'node:crypto';
import type { Role } from '../../studio/protocol-people.ts';
import { hashOfWord, newSecretWord } from '../secret/secret-word.ts';
import { keyOf } from '../store/people-key.ts';
import type { Store } from '../store/store.ts';
import type { Audit } from './audit.ts';
import lookalikes from './lookalikes.json' with { type: 'json' };
import type { Passwords } from './passwords.ts';

/** What the first owner is called. */
export const ownerName = 'owner';

/**
 * Whether a name is kept for whoever the environment's password is for: another role with it would become an owner by a new one, and one that
 * looks like it passes for one.
 */
export function isKeptName(name: string, role: Role): boolean {
  return role !== 'owner' && skeletonOf(name) === ownerName;
}

/** A name as it looks, roughly (Unicode Technical Standard 39, "Confusable Detection"): `skeletonOf('Ówn3r.') // 'owner'` */
function skeletonOf(name: string): string {
  const letters = keyOf(name)
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [...letters]
    .map((letter) => looksLike.get(letter) ?? letter)
    .join('')
    .replaceAll('vv', 'w');
}

const looksLike = new Map(
  Object.entries(lookalikes).flatMap(([plain, alike]) =>
    [...alike].map((letter) => [letter, plain] as const),
  ),
);

/** Long enough that a server which nobody has looked at yet still has a link. */
const foreverMs = 3_153_600_000_000;

/**
 * Sees to it that somebody can get in: with the password that the environment gives, which counts when it is another than the last time;
 * else, while there is no owner, with a word that makes one, which is given to be printed.
 */
export async function prepareFirstOwner({
  given,
  store,
  passwords,
  audit,
  now,
}: {
  /** `SLIPWAY_STUDIO_PASSWORD` */
  readonly given: string | undefined;
  readonly store: Pick<Store, 'ownership' | 'setGivenPassword' | 'addWord'>;
  readonly passwords: Passwords;
  readonly audit: Pick<Audit, 'entry'>;
  readonly now: () => number;
}): Promise<string | undefined> {
  const { hasOwner, mark } = await store.ownership();
  if (given !== undefined) {
    // Where no owner can sign in, their accounts are damaged: that of the environment begins anew.
    if (hasOwner && mark !== undefined && (await passwords.isRight(given, mark))) return undefined;
    const password = await passwords.hash(given);
    await store.setGivenPassword({
      person: { id: randomUUID(), name: ownerName, role: 'owner', createdAt: now(), password },
      mark: password,
      now: now(),
      note: audit.entry({ who: 'server', action: 'owner-made', about: ownerName }),
    });
    return undefined;
  }
  return hasOwner
    ? undefined
    : newOwnerWord({ use: 'first-owner', store, expiresAt: now() + foreverMs, now });
}

/** A word that makes whoever has it an owner. */
export async function newOwnerWord({
  use,
  store,
  expiresAt,
  now,
}: {
  readonly use: 'first-owner' | 'owner';
  readonly store: Pick<Store, 'addWord'>;
  readonly expiresAt: number;
  readonly now: () => number;
}): Promise<string> {
  const word = newSecretWord();
  await store.addWord({
    word: { hash: hashOfWord(word), id: randomUUID(), use, createdAt: now(), expiresAt },
  });
  return word;
}
