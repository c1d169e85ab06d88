import type { DatabaseSync } from 'node:sqlite';
import type { SyncCalls } from '../store.ts';
import {
  toListedInvitation,
  toListedToken,
  toOneTimeToken,
  toOneTimeTokenColumns,
  toSessionEntry,
  toTokenEntry,
} from '../stored-credential.ts';
import { toPerson } from '../stored-person.ts';

/**
 * The calls about credentials: sessions, one-time tokens, API tokens. Calls that write must run within a
 * transaction.
 */
export type CredentialCalls = Pick<
  SyncCalls,
  | 'addSession'
  | 'session'
  | 'recordSessionUse'
  | 'listSessions'
  | 'endSessions'
  | 'addOneTimeToken'
  | 'word'
  | 'invitations'
  | 'endInvitation'
  | 'addToken'
  | 'token'
  | 'recordTokenUse'
  | 'tokens'
  | 'endToken'
  | 'forgetEnded'
>;

/**
 * Prepares the statements of the tables `sessions`, `words` (one-time tokens) and `tokens`. Returns the calls
 * that use them.
 */
export function prepareCredentials(db: DatabaseSync, log: Pick<SyncCalls, 'addAuditEntry'>): CredentialCalls {
  const deleteExpired = ['sessions WHERE expires_at <= ?1', 'words WHERE expires_at <= ?1'].map((condition) =>
    db.prepare(`DELETE FROM ${condition}`),
  );
  const deleteEndedTokens = db.prepare('DELETE FROM tokens WHERE expires_at < ?');
  return {
    ...prepareSessions(db, log),
    ...prepareOneTimeTokens(db, log),
    ...prepareTokens(db, log),
    /**
     * Deletes expired sessions and one-time tokens, and API tokens that ended before `tokensBefore`. Returns
     * the number of all deleted rows.
     */
    forgetEnded: ({ now, tokensBefore }) => {
      const counts = deleteExpired.map((statement) => Number(statement.run(now).changes));
      return [...counts, Number(deleteEndedTokens.run(tokensBefore).changes)].reduce(
        (sum, count) => sum + count,
        0,
      );
    },
  };
}

const sessionColumns = 'hash, sessions.id, person, created_at, seen_at, expires_at, browser, address';

/** Prepares the calls about sessions. `hash` is the hash of a session's secret. */
function prepareSessions(db: DatabaseSync, { addAuditEntry }: Pick<SyncCalls, 'addAuditEntry'>) {
  const insert = db.prepare(
    `INSERT INTO sessions (hash, id, person, created_at, seen_at, expires_at, browser, address)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = db.prepare(
    `SELECT ${sessionColumns}, name_key, content FROM sessions JOIN people ON people.id = person
     WHERE hash = ? AND expires_at > ?`,
  );
  const updateUse = db.prepare('UPDATE sessions SET seen_at = max(seen_at, ?), address = ? WHERE hash = ?');
  const selectOfPerson = db.prepare(
    `SELECT ${sessionColumns} FROM sessions WHERE person = ? AND expires_at > ? ORDER BY seen_at DESC, id`,
  );
  const end = db.prepare(
    'DELETE FROM sessions WHERE person = ?1 AND (?2 IS NULL OR id = ?2) AND (?3 IS NULL OR id <> ?3)',
  );
  return {
    /** Inserts a session and the audit entry. */
    addSession({ session, note: entry }) {
      const { hash, id, person, createdAt, seenAt, expiresAt, browser, address } = session;
      insert.run(hash, id, person, createdAt, seenAt, expiresAt, browser, address);
      addAuditEntry(entry);
    },
    /**
     * Returns a session with its person; undefined if it is unknown or has expired. Does not record a use.
     */
    session({ hash, now }) {
      const row = select.get(hash, now);
      const person = toPerson(row);
      return row && person && { session: toSessionEntry(row), person };
    },
    /**
     * Stores the address of a session's latest use, and its time unless a later one is stored. Does nothing
     * if the session is unknown.
     */
    recordSessionUse: ({ hash, seenAt, address }) => {
      updateUse.run(seenAt, address, hash);
    },
    /** Returns the sessions of a person that have not expired, the latest seen first. */
    listSessions: ({ person, now }) => selectOfPerson.all(person, now).map(toSessionEntry),
    /**
     * Deletes sessions of a person: the one with the id `only`, all except the one with the id `except`, or
     * all if neither is given. Adds the audit entry if any was deleted. Returns their number.
     */
    endSessions({ person, only = null, except = null, note: entry }) {
      const count = Number(end.run(person, only, except).changes);
      if (count > 0) addAuditEntry(entry);
      return count;
    },
  } satisfies Partial<CredentialCalls>;
}

/** Prepares the calls about one-time tokens (table `words`). Reading a token does not consume it. */
function prepareOneTimeTokens(db: DatabaseSync, { addAuditEntry }: Pick<SyncCalls, 'addAuditEntry'>) {
  const replace = db.prepare('DELETE FROM words WHERE use = ? AND about = ?');
  const insert = db.prepare(
    'INSERT INTO words (hash, id, use, about, created_at, expires_at, content) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const select = db.prepare('SELECT id, content FROM words WHERE hash = ? AND use = ? AND expires_at > ?');
  const invitations = db.prepare(
    `SELECT id, hash, about, created_at, expires_at, content FROM words
     WHERE use = 'invitation' AND expires_at > ? ORDER BY created_at DESC, id`,
  );
  const end = db.prepare(`DELETE FROM words WHERE use = 'invitation' AND id = ?`);
  return {
    /**
     * Inserts a one-time token, and deletes earlier ones of the same use for the same person or mail address;
     * one for neither replaces none. Adds the audit entry if one is given.
     */
    addOneTimeToken({ word, note }) {
      const { hash, id, use, about, created_at, expires_at, content } = toOneTimeTokenColumns(word);
      replace.run(use, about);
      insert.run(hash, id, use, about, created_at, expires_at, content);
      if (note) addAuditEntry(note);
    },
    /**
     * Returns the one-time token with this hash and use, without consuming it; undefined if there is none or
     * it has expired. Throws a `StoreError` if it is damaged.
     */
    word: ({ hash, use, now }) => toOneTimeToken(select.get(hash, use, now)),
    /**
     * Returns the invitations that have not expired, the latest first. Accepted ones are no longer stored.
     */
    invitations: ({ now }) => invitations.all(now).map(toListedInvitation),
    /**
     * Deletes an invitation by its id, adds the audit entry and returns true. Returns false, and adds
     * nothing, if there is none.
     */
    endInvitation({ id, note }) {
      const isEnded = end.run(id).changes > 0;
      if (isEnded) addAuditEntry(note);
      return isEnded;
    },
  } satisfies Partial<CredentialCalls>;
}

/** Prepares the calls about API tokens. */
function prepareTokens(db: DatabaseSync, { addAuditEntry }: Pick<SyncCalls, 'addAuditEntry'>) {
  const insert = db.prepare(
    'INSERT INTO tokens (hash, id, person, created_at, expires_at, content) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = db.prepare(
    `SELECT tokens.id, tokens.content AS token, used_at, name_key, people.content FROM tokens JOIN people ON people.id = person
     WHERE hash = ?`,
  );
  const updateUse = db.prepare('UPDATE tokens SET used_at = max(coalesce(used_at, 0), ?) WHERE hash = ?');
  const selectTokens = db.prepare(
    `SELECT id, hash, person, created_at, expires_at, content AS token, used_at FROM tokens WHERE ?1 IS NULL OR person = ?1 ORDER BY created_at DESC, id`,
  );
  const end = db.prepare('DELETE FROM tokens WHERE id = ?1 AND (?2 IS NULL OR person = ?2)');
  return {
    /** Inserts an API token and the audit entry. */
    addToken({ token, note }) {
      const { hash, id, person, createdAt, expiresAt } = token;
      insert.run(hash, id, person, createdAt, expiresAt, JSON.stringify(token));
      addAuditEntry(note);
    },
    /**
     * Returns the API token with this hash and its owner, even if it has ended; undefined if it is unknown.
     */
    token(hash) {
      const row = select.get(hash);
      const person = toPerson(row);
      return row && person && { token: toTokenEntry(row), person };
    },
    /**
     * Stores the time of an API token's latest use, unless a later one is stored. Does nothing if it is
     * unknown.
     */
    recordTokenUse: ({ hash, usedAt }) => {
      updateUse.run(usedAt, hash);
    },
    /**
     * Returns the API tokens of one person, or of everybody if `person` is absent, also ended ones, the
     * latest created first.
     */
    tokens: ({ person = null }) => selectTokens.all(person).map(toListedToken),
    /**
     * Deletes an API token by its id, with `person` only if it is theirs, adds the audit entry and returns
     * true. Returns false, and adds nothing, if there is none.
     */
    endToken({ id, person = null, note }) {
      const isEnded = end.run(id, person).changes > 0;
      if (isEnded) addAuditEntry(note);
      return isEnded;
    },
  } satisfies Partial<CredentialCalls>;
}
