import { randomBytes, randomUUID } from 'node:crypto';
import type { Reach } from '../../studio/protocol-people.ts';
import type { PeopleSettings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import { hashOfWord, newSecretWord } from '../secret/secret-word.ts';
import { issueToken, type Keys, readToken } from '../secret/signed-token.ts';
import type { NewAuditEntry, PersonEntry, SessionEntry } from '../store/people-entry.ts';
import type { Store } from '../store/store.ts';
import { lesser, reachOf } from './actor.ts';

/** An access credential: a session, or a token of a program. */
export interface Pass {
  readonly via: 'session' | 'token';
  readonly hash: string;
}

/** The current status of a credential, with its person if it is valid. */
export type Standing =
  | {
      readonly kind: 'holds';
      readonly person: PersonEntry;
      readonly reach: Reach;
      readonly id: string;
      readonly expiresAt: number;
    }
  | { readonly kind: 'none' | 'token-ended' | 'unknown-token' };

/**
 * Reads and checks credentials. Each check asks the store, so that a credential that was ended on any
 * instance is invalid at once.
 */
export interface Passes {
  /**
   * Reads a credential from the cookie's value or the header `Authorization`, which takes precedence.
   * Undefined if there is none.
   */
  readonly read: (given: {
    readonly cookie: string | undefined;
    readonly authorization: string | undefined;
  }) => Pass | undefined;
  readonly standing: (pass: Pass | undefined) => Promise<Standing>;
  /** Records the use of a credential, at most once per interval. */
  readonly noteUse: (pass: Pass, address: string) => void;
  /** Starts a session and returns the value of its cookie. */
  readonly open: (request: {
    readonly person: PersonEntry;
    readonly browser: string;
    readonly address: string;
    readonly note: NewAuditEntry;
  }) => Promise<{ readonly cookie: string; readonly session: SessionEntry }>;
}

/** The prefix of tokens, so that anybody who finds one can tell what it is. */
const tokenStart = 'slipway_';

export function newToken(): string {
  return `${tokenStart}${randomBytes(32).toString('base64url')}`;
}

/**
 * Creates the credentials. The store has only hashes of their secrets. Session cookies are signed, so that a
 * forged one needs no query.
 */
export function createPasses({
  store,
  keys,
  settings: { sessionMs, noteEveryMs },
  log,
  now,
}: {
  readonly store: Pick<Store, 'session' | 'token' | 'addSession' | 'noteSession' | 'noteToken'>;
  readonly keys: Keys;
  readonly settings: Pick<PeopleSettings, 'sessionMs' | 'noteEveryMs'>;
  readonly log: Log;
  readonly now: () => number;
}): Passes {
  /** The time of the last recorded use of each credential. */
  const noted = new Map<string, number>();

  function isDue(hash: string): boolean {
    const time = now();
    if (time - (noted.get(hash) ?? -Infinity) < noteEveryMs) return false;
    for (const [other, at] of noted) if (time - at >= noteEveryMs) noted.delete(other);
    noted.set(hash, time);
    return true;
  }

  return {
    read({ cookie, authorization }) {
      if (authorization !== undefined) {
        const [, token] = /^Bearer +(\S{1,200})$/i.exec(authorization) ?? [];
        return { via: 'token', hash: hashOfWord(token ?? '') };
      }
      const [what, word] = (cookie === undefined ? undefined : readToken(cookie, keys)) ?? [];
      return what === 'session' ? { via: 'session', hash: hashOfWord(String(word)) } : undefined;
    },
    async standing(pass) {
      if (pass === undefined) return { kind: 'none' };
      if (pass.via === 'session') {
        const found = await store.session({ hash: pass.hash, now: now() });
        if (found === undefined) return { kind: 'none' };
        const { session, person } = found;
        return {
          ...{ kind: 'holds', person, reach: reachOf(person) },
          ...{ id: session.id, expiresAt: session.expiresAt },
        };
      }
      const found = await store.token(pass.hash);
      if (found === undefined) return { kind: 'unknown-token' };
      const { token, person } = found;
      if (token.expiresAt <= now()) return { kind: 'token-ended' };
      const reach = lesser(person, token);
      return { kind: 'holds', person, reach, id: token.id, expiresAt: token.expiresAt };
    },
    noteUse({ via, hash }, address) {
      if (!isDue(hash)) return;
      const done =
        via === 'session'
          ? store.noteSession({ hash, seenAt: now(), address })
          : store.noteToken({ hash, usedAt: now() });
      done.catch((error: unknown) => log.error('studio-use-not-noted', error));
    },
    async open({ person, browser, address, note }) {
      const word = newSecretWord();
      const at = now();
      const session: SessionEntry = {
        ...{ hash: hashOfWord(word), id: randomUUID(), person: person.id, browser, address },
        ...{ createdAt: at, seenAt: at, expiresAt: at + sessionMs },
      };
      await store.addSession({ session, note });
      return { cookie: issueToken(['session', word], keys), session };
    },
  };
}
