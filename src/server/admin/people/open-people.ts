import type { Limits } from '../../limits/limits.ts';
import type { Config } from '../../platform/config/config.ts';
import type { ServerSettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import { deriveKeys, type SigningKeys } from '../../platform/secret/signed-token.ts';
import type { Store } from '../../store/store.ts';
import { type AccountLinks, openAccountLinks } from './account-links.ts';
import { type Audit, createAudit } from './audit.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import { prepareFirstOwner } from './first-owner.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createSignInProvider, type SignInProvider } from './provider.ts';
import { createRefusedSignIns, type RefusedSignIns } from './refused-sign-ins.ts';
import {
  createPasswordConfirmation,
  createSignIn,
  type PasswordConfirmation,
  type SignInAttempt,
  type SignInOutcome,
  type SignInRefusal,
} from './sign-in.ts';

export interface People {
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  /** Checks an attempt to sign in; starts no session. */
  readonly signIn: (given: SignInAttempt) => Promise<SignInOutcome>;
  /**
   * Checks the password of a signed-in person. Returns the refusal, or undefined if the password is right or
   * the person has none.
   */
  readonly checkPassword: (given: PasswordConfirmation) => Promise<SignInRefusal | undefined>;
  readonly links: AccountLinks;
  readonly audit: Audit;
  readonly refused: RefusedSignIns;
  /** The keys for the cookie of a known browser, and for second factors. */
  readonly keys: { readonly device: SigningKeys; readonly factor: SigningKeys };
  readonly provider?: SignInProvider;
  /**
   * The token of the link that creates the first owner. Absent if there is an owner or a configured password.
   */
  readonly firstOwnerToken?: string;
}

export interface PeopleOptions {
  readonly config: Pick<Config, 'dataFolder' | 'smtpUrl' | 'mailFrom' | 'studioPassword' | 'provider'>;
  readonly settings: ServerSettings['people'];
  readonly secret: string;
  readonly store: Store;
  readonly limits: Limits;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Creates the services for accounts and sign-in. Stores the configured password for the owner if it has
 * changed; without one and without an owner, stores a one-time token for the first owner.
 */
export async function openPeople({
  config,
  settings,
  secret,
  store,
  limits,
  log,
  now,
}: PeopleOptions): Promise<People> {
  const passwords = createPasswords(settings.scrypt);
  const audit = createAudit({ store, now });
  const keys = {
    device: deriveKeys(secret, 'studio-device'),
    factor: deriveKeys(secret, 'second-factor'),
  };
  const { dataFolder, smtpUrl, mailFrom, studioPassword: given } = config;
  const firstOwnerToken = await prepareFirstOwner({ given, store, passwords, audit, now });
  const decided = { store, passwords, limits, factorKeys: keys.factor, deviceKeys: keys.device, now };
  return {
    credentials: createCredentials({ store, keys: deriveKeys(secret, 'studio-session'), settings, log, now }),
    passwords,
    signIn: createSignIn(decided),
    checkPassword: createPasswordConfirmation(decided),
    links: openAccountLinks({ dataFolder, smtpUrl, mailFrom, settings: settings.mail, log, now }),
    audit,
    refused: createRefusedSignIns({ audit, everyMs: settings.refusedNotesMs, log, now }),
    keys,
    ...(config.provider && {
      provider: createSignInProvider({
        provider: config.provider,
        keys: deriveKeys(secret, 'studio-provider'),
        now,
      }),
    }),
    ...(firstOwnerToken !== undefined && { firstOwnerToken }),
  };
}
