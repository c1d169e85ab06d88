import { randomBytes, randomUUID } from 'node:crypto';
import type { Reach } from '../../studio/protocol-people.ts';
import type { PeopleSettings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import { hashOfWord, newSecretWord } from '../secret/secret-word.ts';
import { issueToken, type Keys, readToken } from '../secret/signed-token.ts';
import type { NewAuditEntry, PersonEntry, SessionEntry } from '../store/people-entry.ts';
import type { Store } from '../store/store.ts';
import { lesser, reachOf } from './actor.ts';

/** What somebody shows at the door: a session, or a token of a program. */
export interface Pass {
  readonly via: 'session' | 'token';
  readonly hash: string;
}

/** Whether a pass holds now, and whose it is. */
export type Standing =
  | {
      readonly kind: 'holds';
      readonly person: PersonEntry;
      readonly reach: Reach;
      /** Of the session or the token. */
      readonly id: string;
      readonly expiresAt: number;
    }
  | { readonly kind: 'none' | 'token-ended' | 'unknown-token' };

/** What lets people in, and who stands behind it. It is asked of the store each time: what is ended anywhere has ended here. */
export interface Passes {
  /** Of the cookie's value, or of the header `Authorization`, which alone counts where it is there; undefined: nothing of ours. */
  readonly read: (given: {
    readonly cookie: string | undefined;
    readonly authorization: string | undefined;
  }) => Pass | undefined;
  readonly standing: (pass: Pass | undefined) => Promise<Standing>;
  /** Notes that a pass was used; not more often than somebody would notice. */
  readonly noteUse: (pass: Pass, address: string) => void;
  /** Begins a session: its cookie's value. */
  readonly open: (request: {
    readonly person: PersonEntry;
    readonly browser: string;
    readonly address: string;
    readonly note: NewAuditEntry;
  }) => Promise<{ readonly cookie: string; readonly session: SessionEntry }>;
}

/** How a program's token begins, so that whoever finds one knows what it is. */
const tokenStart = 'slipway_';

/** A fresh token for a program. */
export function newToken(): string {
  return `${tokenStart}${randomBytes(32).toString('base64url')}`;
}

/** Passes whose words stand in the store as hashes; a session's is signed, so that a forged one is asked about nowhere. */
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
  /** When the use of each was noted here last. */
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
