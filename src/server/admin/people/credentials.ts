import { randomBytes, randomUUID } from 'node:crypto';
import type { AccessScope } from '../../../api/people.ts';
import type { PeopleSettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import { createSecretToken, hashSecretToken } from '../../platform/secret/secret-token.ts';
import { issueToken, readToken, type SigningKeys } from '../../platform/secret/signed-token.ts';
import type { NewAuditEntry, PersonEntry, SessionEntry } from '../../store/records/people-entry.ts';
import type { Store } from '../../store/store.ts';
import { pickAccessScope, restrictScope } from './actor.ts';

/** The hash of the secret of a session or a token, as a request contains it. It may be invalid. */
export interface Credential {
  readonly via: 'session' | 'token';
  readonly hash: string;
}

/**
 * The result of a check. `holds`: the credential is valid; `none`: there is no credential, or no valid
 * session for it; `token-ended`: the token has expired; `unknown-token`: there is no such token.
 */
export type CredentialStatus =
  | {
      readonly kind: 'holds';
      readonly person: PersonEntry;
      /** The permissions that the credential gives. */
      readonly reach: AccessScope;
      /** The id of the session or the token. */
      readonly id: string;
      /** Unix time in milliseconds. */
      readonly expiresAt: number;
    }
  | { readonly kind: 'none' | 'token-ended' | 'unknown-token' };

/**
 * Reads and checks credentials. Each check asks the store, so that a credential that was ended on any
 * instance is invalid at once.
 */
export interface Credentials {
  /**
   * Reads a credential from the cookie's value or the header `Authorization`, which takes precedence. A
   * malformed header gives a token that does not exist. Undefined without a header and without a cookie that
   * we signed.
   */
  readonly read: (given: {
    readonly cookie: string | undefined;
    readonly authorization: string | undefined;
  }) => Credential | undefined;
  /** Returns the person and the permissions of a credential, or why it is not valid. */
  readonly check: (credential: Credential | undefined) => Promise<CredentialStatus>;
  /** Records the use of a credential in the background, at most once per interval. A failure is logged. */
  readonly recordUse: (credential: Credential, address: string) => void;
  /** Stores a new session, and returns it with the value of its cookie. */
  readonly openSession: (request: {
    readonly person: PersonEntry;
    readonly browser: string;
    readonly address: string;
    /** The audit entry that is stored with the session. */
    readonly note: NewAuditEntry;
  }) => Promise<{ readonly cookie: string; readonly session: SessionEntry }>;
}

/** The prefix of tokens, so that anybody who finds one can tell what it is. */
const tokenPrefix = 'slipway_';

/** Generates a token for programs: the prefix and 256 random bits. */
export function generateToken(): string {
  return `${tokenPrefix}${randomBytes(32).toString('base64url')}`;
}

/**
 * Creates the credentials. The store has only hashes of their secrets. Session cookies are signed, so that a
 * forged one needs no query.
 */
export function createCredentials({
  store,
  keys,
  settings: { sessionMs, noteEveryMs },
  log,
  now,
}: {
  readonly store: Pick<Store, 'session' | 'token' | 'addSession' | 'recordSessionUse' | 'recordTokenUse'>;
  readonly keys: SigningKeys;
  readonly settings: Pick<PeopleSettings, 'sessionMs' | 'noteEveryMs'>;
  readonly log: Log;
  readonly now: () => number;
}): Credentials {
  const lastRecorded = new Map<string, number>();

  /**
   * Returns true if the last use of a credential was recorded at least `noteEveryMs` ago, or never. It then
   * counts this use as recorded, so that the next calls return false.
   */
  function isRecordingDue(hash: string): boolean {
    const time = now();
    if (time - (lastRecorded.get(hash) ?? -Infinity) < noteEveryMs) return false;
    for (const [other, at] of lastRecorded) if (time - at >= noteEveryMs) lastRecorded.delete(other);
    lastRecorded.set(hash, time);
    return true;
  }

  return {
    read({ cookie, authorization }) {
      if (authorization !== undefined) {
        const [, token] = /^Bearer +(\S{1,200})$/i.exec(authorization) ?? [];
        return { via: 'token', hash: hashSecretToken(token ?? '') };
      }
      const [what, token] = (cookie === undefined ? undefined : readToken(cookie, keys)) ?? [];
      return what === 'session' ? { via: 'session', hash: hashSecretToken(String(token)) } : undefined;
    },
    async check(credential) {
      if (credential === undefined) return { kind: 'none' };
      if (credential.via === 'session') {
        const found = await store.session({ hash: credential.hash, now: now() });
        if (found === undefined) return { kind: 'none' };
        const { session, person } = found;
        return {
          kind: 'holds',
          person,
          reach: pickAccessScope(person),
          id: session.id,
          expiresAt: session.expiresAt,
        };
      }
      const found = await store.token(credential.hash);
      if (found === undefined) return { kind: 'unknown-token' };
      const { token, person } = found;
      if (token.expiresAt <= now()) return { kind: 'token-ended' };
      const reach = restrictScope(person, token);
      return { kind: 'holds', person, reach, id: token.id, expiresAt: token.expiresAt };
    },
    recordUse({ via, hash }, address) {
      if (!isRecordingDue(hash)) return;
      const done =
        via === 'session'
          ? store.recordSessionUse({ hash, seenAt: now(), address })
          : store.recordTokenUse({ hash, usedAt: now() });
      done.catch((error: unknown) => log.error('studio-use-not-noted', error));
    },
    async openSession({ person, browser, address, note }) {
      const token = createSecretToken();
      const at = now();
      const session: SessionEntry = {
        hash: hashSecretToken(token),
        id: randomUUID(),
        person: person.id,
        browser,
        address,
        createdAt: at,
        seenAt: at,
        expiresAt: at + sessionMs,
      };
      await store.addSession({ session, note });
      return { cookie: issueToken(['session', token], keys), session };
    },
  };
}
