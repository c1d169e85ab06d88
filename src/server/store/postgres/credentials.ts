import { sql } from 'kysely';
import {
  toListedInvitation,
  toListedToken,
  toOneTimeToken,
  toOneTimeTokenColumns,
  toSessionEntry,
  toTokenEntry,
} from '../stored-credential.ts';
import { lockGroup } from '../repositories/coordination.ts';
import { toPerson } from '../stored-person.ts';
import { postgresAuditCalls } from './audit.ts';
import type { PostgresCalls } from './calls.ts';
import { runSteps } from './run-steps.ts';

const { addAuditEntry } = postgresAuditCalls;

const sessionColumns = [
  'hash',
  'sessions.id',
  'person',
  'created_at',
  'seen_at',
  'expires_at',
  'browser',
  'address',
] as const;

const sessionCalls: PostgresCalls<
  'addSession' | 'session' | 'recordSessionUse' | 'listSessions' | 'endSessions'
> = {
  /** Stores a session, and adds the audit entry. */
  async addSession(db, { session, note }) {
    const { hash, id, person, createdAt, seenAt, expiresAt, browser, address } = session;
    const times = { created_at: createdAt, seen_at: seenAt, expires_at: expiresAt };
    await db
      .insertInto('sessions')
      .values({ hash, id, person, ...times, browser, address })
      .execute();
    await addAuditEntry(db, note);
  },
  /** Returns a session by its hash, with its person; undefined if it does not exist or has expired. */
  async session(db, { hash, now }) {
    const row = await db
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'person')
      .select([...sessionColumns, 'name_key', 'content'])
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    const person = toPerson(row);
    return row && person && { session: toSessionEntry(row), person };
  },
  /** Sets the address of a session, and its time of last use if that is later. An unknown hash is ignored. */
  async recordSessionUse(db, { hash, seenAt, address }) {
    await sql`UPDATE sessions SET seen_at = greatest(seen_at, ${seenAt}), address = ${address} WHERE hash = ${hash}`.execute(
      db,
    );
  },
  /** Returns the valid sessions of a person, the latest seen first. */
  async listSessions(db, { person, now }) {
    const rows = await db
      .selectFrom('sessions')
      .select(sessionColumns)
      .where('person', '=', person)
      .where('expires_at', '>', now)
      .orderBy('seen_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(toSessionEntry);
  },
  /**
   * Ends sessions of a person: the one with the id `only`, all but `except`, or all. Returns their number;
   * adds the audit entry unless it is 0.
   */
  async endSessions(db, { person, only, except, note }) {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('person', '=', person)
      .$if(only !== undefined, (some) => some.where('id', '=', only ?? ''))
      .$if(except !== undefined, (some) => some.where('id', '<>', except ?? ''))
      .executeTakeFirst();
    if (numDeletedRows > 0n) await addAuditEntry(db, note);
    return Number(numDeletedRows);
  },
};

const oneTimeTokenCalls: PostgresCalls<'addOneTimeToken' | 'word' | 'invitations' | 'endInvitation'> = {
  /**
   * Stores a one-time token, and deletes earlier ones of the same use for the same person or mail address.
   * Adds the audit entry if there is one.
   */
  async addOneTimeToken(db, { word, note }) {
    const columns = toOneTimeTokenColumns(word);
    // Locked, so that of two that are added at once only the later one is valid.
    await runSteps(db, lockGroup('people'));
    if (columns.about !== null)
      await db
        .deleteFrom('words')
        .where('use', '=', columns.use)
        .where('about', '=', columns.about)
        .execute();
    await db.insertInto('words').values(columns).execute();
    if (note) await addAuditEntry(db, note);
  },
  /**
   * Returns a one-time token of a use by its hash, without consuming it; undefined if it does not exist or
   * has expired.
   */
  async word(db, { hash, use, now }) {
    const row = await db
      .selectFrom('words')
      .select(['id', 'content'])
      .where('hash', '=', hash)
      .where('use', '=', use)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return toOneTimeToken(row);
  },
  /** Returns the invitations that are neither accepted nor expired, the latest first. */
  async invitations(db, { now }) {
    const rows = await db
      .selectFrom('words')
      .select(['id', 'hash', 'about', 'created_at', 'expires_at', 'content'])
      .where('use', '=', 'invitation')
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(toListedInvitation);
  },
  /** Deletes an invitation by its id, and adds the audit entry. Returns false if there is none. */
  async endInvitation(db, { id, note }) {
    const { numDeletedRows } = await db
      .deleteFrom('words')
      .where('use', '=', 'invitation')
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await addAuditEntry(db, note);
    return numDeletedRows > 0n;
  },
};

const tokenCalls: PostgresCalls<'addToken' | 'token' | 'recordTokenUse' | 'tokens' | 'endToken'> = {
  /** Stores an API token, and adds the audit entry. */
  async addToken(db, { token, note }) {
    const { hash, id, person, createdAt, expiresAt } = token;
    const content = JSON.stringify(token);
    await db
      .insertInto('tokens')
      .values({ hash, id, person, created_at: createdAt, expires_at: expiresAt, content })
      .execute();
    await addAuditEntry(db, note);
  },
  /**
   * Returns an API token by its hash with its owner, even if it has ended; undefined if it does not exist.
   */
  async token(db, hash) {
    const row = await db
      .selectFrom('tokens')
      .innerJoin('people', 'people.id', 'person')
      .select(['tokens.id', 'tokens.content as token', 'used_at', 'name_key', 'people.content'])
      .where('hash', '=', hash)
      .executeTakeFirst();
    const person = toPerson(row);
    return row && person && { token: toTokenEntry(row), person };
  },
  /** Sets the time of last use of an API token if it is later. An unknown hash is ignored. */
  async recordTokenUse(db, { hash, usedAt }) {
    await sql`UPDATE tokens SET used_at = greatest(used_at, ${usedAt}) WHERE hash = ${hash}`.execute(db);
  },
  /**
   * Returns the API tokens of a person or, without one, of everybody, the latest first; also those that
   * ended.
   */
  async tokens(db, { person }) {
    const rows = await db
      .selectFrom('tokens')
      .select(['id', 'hash', 'person', 'created_at', 'expires_at', 'content as token', 'used_at'])
      .$if(person !== undefined, (some) => some.where('person', '=', person ?? ''))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(toListedToken);
  },
  /**
   * Deletes an API token by its id, with `person` only if it is theirs, and adds the audit entry. Returns
   * false if there is none.
   */
  async endToken(db, { id, person, note }) {
    const { numDeletedRows } = await db
      .deleteFrom('tokens')
      .where('id', '=', id)
      .$if(person !== undefined, (some) => some.where('person', '=', person ?? ''))
      .executeTakeFirst();
    if (numDeletedRows > 0n) await addAuditEntry(db, note);
    return numDeletedRows > 0n;
  },
};

export const postgresCredentialCalls: PostgresCalls<
  keyof typeof sessionCalls | keyof typeof oneTimeTokenCalls | keyof typeof tokenCalls | 'forgetEnded'
> = {
  ...sessionCalls,
  ...oneTimeTokenCalls,
  ...tokenCalls,
  /**
   * Deletes expired sessions and one-time tokens, and API tokens that ended before a time. Returns their
   * number.
   */
  async forgetEnded(db, { now, tokensBefore }) {
    const deletions = [
      db.deleteFrom('sessions').where('expires_at', '<=', now),
      db.deleteFrom('words').where('expires_at', '<=', now),
      db.deleteFrom('tokens').where('expires_at', '<', tokensBefore),
    ];
    let count = 0;
    for (const deletion of deletions) count += Number((await deletion.executeTakeFirst()).numDeletedRows);
    return count;
  },
};
