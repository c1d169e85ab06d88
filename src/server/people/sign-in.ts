import type { PeopleRefusal } from '../../studio/protocol-people.ts';
import type { Limits } from '../limits/limits.ts';
import { openSealed } from '../secret/seal.ts';
import { issueToken, type Keys, readToken } from '../secret/signed-token.ts';
import type { PersonEntry } from '../store/people-entry.ts';
import { keyOf } from '../store/people-key.ts';
import type { Store } from '../store/store.ts';
import { busyRetryS, type Passwords, TooBusy } from './passwords.ts';
import { factorStep, hashOfRecoveryCode } from './second-factor.ts';

/** One try to sign in. */
export interface SignInTry {
  /** A name or a mail address. */
  readonly name: string;
  readonly password: string;
  /** Of the second factor, or a recovery code; absent: none was asked for yet. */
  readonly code?: string;
  readonly address: string;
  /** The word of a browser in which somebody has signed in before (`deviceWord`). */
  readonly device: string | undefined;
}

/** What came of it. */
export type SignInOutcome =
  | { readonly kind: 'right'; readonly person: PersonEntry; readonly usedRecoveryCode: boolean }
  | { readonly kind: 'refused'; readonly refusal: SignInRefusal; readonly person?: PersonEntry };

/** Why somebody does not get in. */
export type SignInRefusal = Extract<
  PeopleRefusal,
  { readonly error: 'wrong-password' | 'code-needed' | 'wrong-code' } | { readonly retryAfterS: number }
>;

/** What signing in is decided with. */
export interface SignInDependencies {
  readonly store: Pick<Store, 'person' | 'takeCode'>;
  readonly passwords: Passwords;
  readonly limits: Pick<Limits, 'takeSignIn' | 'takeSignInAs' | 'forgetSignIns'>;
  readonly factorKeys: Keys;
  readonly deviceKeys: Keys;
  readonly now: () => number;
}

/**
 * Decides on tries, each of which counts for the address, and for the name until one is right. A browser in which that person has signed in
 * before counts for itself, and its password is looked at first: whoever tries passwords keeps nobody out who is known.
 */
export function createSignIn(dependencies: SignInDependencies): (given: SignInTry) => Promise<SignInOutcome> {
  const { store, passwords, limits, deviceKeys, now } = dependencies;
  return async (given) => {
    const { name, password, address, device } = given;
    const byAddress = await limits.takeSignIn({ address, now: now() });
    if (!byAddress.isGranted) return refusedFor(byAddress.retryAfterS);
    const person = await store.person(name.includes('@') ? { email: name } : { name });
    const known = person && deviceOf(device, person.id, deviceKeys);
    const key = known === undefined ? `name ${person?.id ?? keyOf(name)}` : `device ${known}`;
    const byName = await limits.takeSignInAs({ key, now: now() });
    if (!byName.isGranted) return refusedFor(byName.retryAfterS);
    try {
      const isRight = await passwords.isRight(password, person?.password, { isFirst: known !== undefined });
      if (!isRight || person === undefined)
        return { kind: 'refused', refusal: { error: 'wrong-password' }, ...(person && { person }) };
    } catch (error) {
      if (error instanceof TooBusy) return refusedFor(busyRetryS);
      throw error;
    }
    const outcome = await secondStep(person, given, dependencies);
    if (outcome.kind === 'right') await limits.forgetSignIns(key);
    return outcome;
  };
}

/** Somebody who is signed in gives their password once more. */
export interface PasswordAgain {
  /** The id of their session. */
  readonly session: string;
  readonly person: PersonEntry;
  readonly password: string;
}

/**
 * Returns the function that decides on passwords of people who are signed in, which gives the refusal, undefined where it is right. Each
 * counts for the session until one is right. Who is signed in is known, so theirs are looked at before those of whoever is not.
 */
export function createPasswordCheck({
  passwords,
  limits,
  now,
}: Pick<SignInDependencies, 'passwords' | 'limits' | 'now'>): (
  given: PasswordAgain,
) => Promise<SignInRefusal | undefined> {
  return async ({ session, person, password }) => {
    // Who signs in by the provider alone has none to be asked for.
    if (person.password === undefined) return undefined;
    const key = `session ${session}`;
    const grant = await limits.takeSignInAs({ key, now: now() });
    if (!grant.isGranted) return { error: 'too-many-requests', retryAfterS: grant.retryAfterS };
    if (!(await passwords.isRight(password, person.password, { isFirst: true })))
      return { error: 'wrong-password' };
    await limits.forgetSignIns(key);
    return undefined;
  };
}

async function secondStep(
  person: PersonEntry,
  { code }: SignInTry,
  { store, factorKeys, now }: SignInDependencies,
): Promise<SignInOutcome> {
  const { id, secondFactor } = person;
  if (secondFactor === undefined) return { kind: 'right', person, usedRecoveryCode: false };
  if (code === undefined || code.trim() === '')
    return { kind: 'refused', refusal: { error: 'code-needed' }, person };
  const secret = openSealed(secondFactor.secret, factorKeys);
  const step = secret === undefined ? undefined : factorStep(secret, { code, now: now() });
  const isTaken =
    step === undefined
      ? await store.takeCode({ id, recoveryCode: hashOfRecoveryCode(code) })
      : await store.takeCode({ id, step });
  if (!isTaken) return { kind: 'refused', refusal: { error: 'wrong-code' }, person };
  return { kind: 'right', person, usedRecoveryCode: step === undefined };
}

function refusedFor(retryAfterS: number): SignInOutcome {
  return { kind: 'refused', refusal: { error: 'too-many-requests', retryAfterS } };
}

/** What a browser keeps in which somebody has signed in: it opens nothing, and says that the browser is known. */
export function deviceWord(person: string, word: string, keys: Keys): string {
  return issueToken(['device', person, word], keys);
}

function deviceOf(given: string | undefined, person: string, keys: Keys): string | undefined {
  const [what, of, word] = (given === undefined ? undefined : readToken(given, keys)) ?? [];
  return what === 'device' && of === person ? String(word) : undefined;
}
