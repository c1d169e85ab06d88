import { createHash, randomBytes, randomInt } from 'node:crypto';
import { issueToken, readToken, type SigningKeys } from './signed-token.ts';

/**
 * The challenge by which a page proves an effort (docs/contract.md, "Challenges"): it finds the whole number
 * below `mostTries` whose digits, after the salt, have the hash `target`.
 */
export interface Challenge {
  /** The signed challenge, which is returned with the number. */
  readonly token: string;
  readonly salt: string;
  /** SHA-256 in hexadecimal digits. */
  readonly target: string;
  readonly mostTries: number;
}

export interface ChallengeSettings {
  /** The number of candidates for the searched number. */
  readonly mostTries: number;
  /** The time for which a challenge is valid. */
  readonly maxAgeMs: number;
}

/** The enquiry that a challenge belongs to, so that its solution is valid for no other. */
export interface ChallengedEnquiry {
  /** The idempotency key. */
  readonly key: string;
  readonly bodyHash: string;
  readonly ticket: { readonly path: string; readonly issuedAt: number };
}

/**
 * The keys under which enquiries are counted together, in their order in the token. `page` is the path of the page
 * by which one was judged. Each has limits of its name in the settings.
 */
export const countedKeys = ['office', 'page'] as const;

/** The keys under which an enquiry is counted once it is proven. */
export type CountedKeys = Readonly<Record<(typeof countedKeys)[number], string>>;

/**
 * Creates a challenge for one enquiry, with a random salt and number, that expires after `maxAgeMs`. The
 * server stores nothing of it: the signed token contains all that is needed to check the solution.
 */
export function issueChallenge(
  challenged: ChallengedEnquiry,
  {
    counted,
    keys,
    settings: { mostTries, maxAgeMs },
    now,
  }: {
    readonly counted: CountedKeys;
    /** `deriveKeys(secret, 'challenge')`. */
    readonly keys: SigningKeys;
    readonly settings: ChallengeSettings;
    readonly now: number;
  },
): Challenge {
  const salt = randomBytes(16).toString('hex');
  const target = sha256(`${salt}${randomInt(mostTries)}`);
  const counts = countedKeys.map((name) => counted[name]);
  const token = issueToken([digestEnquiry(challenged), salt, target, now + maxAgeMs, ...counts], keys);
  return { token, salt, target, mostTries };
}

/**
 * Checks a proof (`TOKEN:NUMBER`) and returns the keys under which its enquiry is counted; undefined if it is
 * malformed, wrong, expired, or for another enquiry. A proof can be checked more than once.
 */
export function readProof(
  proof: string,
  {
    challenged,
    keys,
    now,
  }: { readonly challenged: ChallengedEnquiry; readonly keys: SigningKeys; readonly now: number },
): CountedKeys | undefined {
  const [, token = '', number = ''] = /^([^:]+):(\d{1,12})$/.exec(proof) ?? [];
  const values = readToken(token, keys);
  if (values === undefined) return undefined;
  // The key signs only challenges.
  const [digest, salt, target, endsAt, ...counts] = values as [string, string, string, number, ...string[]];
  const isSolved = digest === digestEnquiry(challenged) && sha256(`${salt}${number}`) === target;
  if (!isSolved || now > endsAt) return undefined;
  return Object.fromEntries(countedKeys.map((name, index) => [name, counts[index]])) as CountedKeys;
}

/** Returns the SHA-256 of what identifies an enquiry: its key, body and ticket. */
function digestEnquiry({ key, bodyHash, ticket }: ChallengedEnquiry): string {
  return sha256(JSON.stringify([key, bodyHash, ticket.path, ticket.issuedAt]));
}

/** Returns the SHA-256 of a text in hexadecimal digits. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
