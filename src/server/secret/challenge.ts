import { createHash, randomBytes, randomInt } from 'node:crypto';
import { issueToken, type Keys, readToken } from './signed-token.ts';

/**
 * What a page solves to prove its effort (docs/contract.md, "Challenges"): it looks for the whole number below `mostTries` whose
 * digits, behind the salt, have the hash `target`.
 */
export interface Challenge {
  /** The challenge as we signed it; comes back with the number. */
  readonly token: string;
  readonly salt: string;
  /** SHA-256 in hexadecimal digits. */
  readonly target: string;
  readonly mostTries: number;
}

/** How hard a challenge is, and how long it holds. */
export interface ChallengeSettings {
  readonly mostTries: number;
  readonly maxAgeMs: number;
}

/** The one enquiry that a challenge is for, so that its solution serves no other. */
export interface Challenged {
  /** Its idempotency key. */
  readonly key: string;
  readonly bodyHash: string;
  readonly ticket: { readonly path: string; readonly issuedAt: number };
}

/** Where an enquiry counts once it is proven. */
export interface Counted {
  readonly office: string;
  readonly page: string;
}

/** A new challenge. Nothing of it is remembered here: its token says what its solution has to be. */
export function issueChallenge(
  challenged: Challenged,
  {
    counted: { office, page },
    keys,
    settings: { mostTries, maxAgeMs },
    now,
  }: {
    readonly counted: Counted;
    /** `deriveKeys(secret, 'challenge')`. */
    readonly keys: Keys;
    readonly settings: ChallengeSettings;
    readonly now: number;
  },
): Challenge {
  const salt = randomBytes(16).toString('hex');
  const target = sha256(`${salt}${randomInt(mostTries)}`);
  const token = issueToken([digestOf(challenged), salt, target, now + maxAgeMs, office, page], keys);
  return { token, salt, target, mostTries };
}

/** Where the enquiry counts whose challenge is solved by this; undefined where it is not, or not in time, or for another enquiry. */
export function readProof(
  proof: string,
  { challenged, keys, now }: { readonly challenged: Challenged; readonly keys: Keys; readonly now: number },
): Counted | undefined {
  const [, token = '', number = ''] = /^([^:]+):(\d{1,12})$/.exec(proof) ?? [];
  const values = readToken(token, keys);
  if (values === undefined) return undefined;
  // The key signs nothing but challenges.
  const [digest, salt, target, endsAt, office, page] = values as [
    string,
    string,
    string,
    number,
    string,
    string,
  ];
  const isSolved = digest === digestOf(challenged) && sha256(`${salt}${number}`) === target;
  return isSolved && now <= endsAt ? { office, page } : undefined;
}

function digestOf({ key, bodyHash, ticket }: Challenged): string {
  return sha256(JSON.stringify([key, bodyHash, ticket.path, ticket.issuedAt]));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
