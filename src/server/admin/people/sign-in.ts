import type { PeopleRefusal } from '../../../api/people.ts';
import type { Limits } from '../../limits/limits.ts';
import { decryptText } from '../../platform/secret/encrypt.ts';
import { issueToken, readToken, type SigningKeys } from '../../platform/secret/signed-token.ts';
import { toComparisonKey } from '../../store/records/comparison-key.ts';
import type { PersonEntry } from '../../store/records/people-entry.ts';
import type { Store } from '../../store/store.ts';
import { busyRetryS, type Passwords, TooBusy } from './passwords.ts';
import { findFactorStep, hashRecoveryCode } from './second-factor.ts';

export interface SignInAttempt {
  /** The person's name or mail address. */
  readonly name: string;
  readonly password: string;
  /** The code of the second factor, or a recovery code. Absent before it was asked for. */
  readonly code?: string;
  /** The IP address of the request, for the limits. */
  readonly address: string;
  /** The token of a browser in which somebody has signed in before (`createDeviceToken`). */
  readonly device: string | undefined;
}

/**
 * The result of an attempt. `usedRecoveryCode` is true if the second factor was a recovery code. A refusal
 * because of the password or the code names the person, if there is one of the given name; a refusal because
 * of a limit does not.
 */
export type SignInOutcome =
  | { readonly kind: 'right'; readonly person: PersonEntry; readonly usedRecoveryCode: boolean }
  | { readonly kind: 'refused'; readonly refusal: SignInRefusal; readonly person?: PersonEntry };

export type SignInRefusal = Extract<
  PeopleRefusal,
  { readonly error: 'wrong-password' | 'code-needed' | 'wrong-code' } | { readonly retryAfterS: number }
>;

export interface SignInDependencies {
  readonly store: Pick<Store, 'person' | 'consumeCode'>;
  readonly passwords: Passwords;
  readonly limits: Pick<Limits, 'consumeSignIn' | 'consumeSignInAs' | 'forgetSignIns'>;
  readonly factorKeys: SigningKeys;
  readonly deviceKeys: SigningKeys;
  readonly now: () => number;
}

/**
 * Creates the function that checks an attempt to sign in: the limits, then the password, then the second
 * factor. It starts no session. Each attempt counts for the address, and for the name until one succeeds. A
 * browser in which the person has signed in before has its own count instead of the name's, and its password
 * is checked first, so that an attacker cannot lock out known people.
 */
export function createSignIn(
  dependencies: SignInDependencies,
): (given: SignInAttempt) => Promise<SignInOutcome> {
  const { store, passwords, limits, deviceKeys, now } = dependencies;
  return async (given) => {
    const { name, password, address, device } = given;
    const byAddress = await limits.consumeSignIn({ address, now: now() });
    if (!byAddress.isGranted) return createLimitRefusal(byAddress.retryAfterS);
    const person = await store.person(name.includes('@') ? { email: name } : { name });
    const known = person && readDeviceToken(device, person.id, deviceKeys);
    const key = known === undefined ? `name ${person?.id ?? toComparisonKey(name)}` : `device ${known}`;
    const byName = await limits.consumeSignInAs({ key, now: now() });
    if (!byName.isGranted) return createLimitRefusal(byName.retryAfterS);
    try {
      const isRight = await passwords.verify(password, person?.password, { isFirst: known !== undefined });
      if (!isRight || person === undefined)
        return { kind: 'refused', refusal: { error: 'wrong-password' }, ...(person && { person }) };
    } catch (error) {
      if (error instanceof TooBusy) return createLimitRefusal(busyRetryS);
      throw error;
    }
    const outcome = await checkSecondFactor(person, given, dependencies);
    if (outcome.kind === 'right') await limits.forgetSignIns(key);
    return outcome;
  };
}

export interface PasswordConfirmation {
  /** The id of the session, for which attempts are counted. */
  readonly session: string;
  readonly person: PersonEntry;
  readonly password: string;
}

/**
 * Creates the function that checks the password of a signed-in person again. It returns a refusal, or
 * undefined if the password is right or the person has none. Each attempt counts for the session until one
 * succeeds. Where passwords wait to be checked, this one comes before those of unknown senders.
 */
export function createPasswordConfirmation({
  passwords,
  limits,
  now,
}: Pick<SignInDependencies, 'passwords' | 'limits' | 'now'>): (
  given: PasswordConfirmation,
) => Promise<SignInRefusal | undefined> {
  return async ({ session, person, password }) => {
    // People who sign in only by the provider have no password.
    if (person.password === undefined) return undefined;
    const key = `session ${session}`;
    const grant = await limits.consumeSignInAs({ key, now: now() });
    if (!grant.isGranted) return { error: 'too-many-requests', retryAfterS: grant.retryAfterS };
    if (!(await passwords.verify(password, person.password, { isFirst: true })))
      return { error: 'wrong-password' };
    await limits.forgetSignIns(key);
    return undefined;
  };
}

/**
 * Checks the code of a person with a second factor, an app's or a recovery code, and marks a right code as
 * used. Returns a refusal if the code is absent (`code-needed`), wrong or used (`wrong-code`). Accepts people
 * without a second factor.
 */
async function checkSecondFactor(
  person: PersonEntry,
  { code }: SignInAttempt,
  { store, factorKeys, now }: SignInDependencies,
): Promise<SignInOutcome> {
  const { id, secondFactor } = person;
  if (secondFactor === undefined) return { kind: 'right', person, usedRecoveryCode: false };
  if (code === undefined || code.trim() === '')
    return { kind: 'refused', refusal: { error: 'code-needed' }, person };
  const secret = decryptText(secondFactor.secret, factorKeys);
  const step = secret === undefined ? undefined : findFactorStep(secret, { code, now: now() });
  const isAccepted =
    step === undefined
      ? await store.consumeCode({ id, recoveryCode: hashRecoveryCode(code) })
      : await store.consumeCode({ id, step });
  if (!isAccepted) return { kind: 'refused', refusal: { error: 'wrong-code' }, person };
  return { kind: 'right', person, usedRecoveryCode: step === undefined };
}

/** Returns the refusal `too-many-requests`, with the seconds after which another attempt is allowed. */
function createLimitRefusal(retryAfterS: number): SignInOutcome {
  return { kind: 'refused', refusal: { error: 'too-many-requests', retryAfterS } };
}

/** Creates the signed token that marks a browser as known for a person, by their ids. It gives no access. */
export function createDeviceToken(person: string, deviceId: string, keys: SigningKeys): string {
  return issueToken(['device', person, deviceId], keys);
}

/** Returns the id of a known browser; undefined if the token is not valid or belongs to another person. */
function readDeviceToken(given: string | undefined, person: string, keys: SigningKeys): string | undefined {
  const [what, owner, deviceId] = (given === undefined ? undefined : readToken(given, keys)) ?? [];
  return what === 'device' && owner === person ? String(deviceId) : undefined;
}
