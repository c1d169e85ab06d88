import { type Insertable, sql } from 'kysely';
import {
  toListedInvitation,
  toListedToken,
  toOneTimeToken,
  toOneTimeTokenColumns,
  toSessionEntry,
  toTokenEntry,
} from '../records/stored-credential.ts';
import { toPerson } from '../records/stored-person.ts';
import { auditRepository } from './audit.ts';
import { lockGroup } from './coordination.ts';
import type { SharedTables } from './shared-tables.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

const { addAuditEntry } = auditRepository;

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

const insertSession = defineStatement(({ db }, row: Insertable<SharedTables['sessions']>) =>
  db.insertInto('sessions').values(row),
);
const selectSession = defineStatement(
  ({ db }, { hash, now }: { readonly hash: string; readonly now: number }) =>
    db
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'person')
      .select([...sessionColumns, 'name_key', 'content'])
      .where('hash', '=', hash)
      .where('expires_at', '>', now),
);
const updateSessionUse = defineStatement(
  (
    { db },
    { hash, seenAt, address }: { readonly hash: string; readonly seenAt: number; readonly address: string },
  ) =>
    db
      .updateTable('sessions')
      .set({ seen_at: sql<number>`CASE WHEN seen_at > ${seenAt} THEN seen_at ELSE ${seenAt} END`, address })
      .where('hash', '=', hash),
);
const selectSessionsOfPerson = defineStatement(
  ({ db }, { person, now }: { readonly person: string; readonly now: number }) =>
    db
      .selectFrom('sessions')
      .select(sessionColumns)
      .where('person', '=', person)
      .where('expires_at', '>', now)
      .orderBy('seen_at', 'desc')
      .orderBy('id'),
);
const deleteSessions = defineStatement(
  (
    { db },
    { person, only, except }: { readonly person: string; readonly only?: string; readonly except?: string },
  ) =>
    db
      .deleteFrom('sessions')
      .where('person', '=', person)
      .$if(only !== undefined, (some) => some.where('id', '=', only ?? ''))
      .$if(except !== undefined, (some) => some.where('id', '<>', except ?? '')),
);

const sessionCalls: Repository<
  'addSession' | 'session' | 'recordSessionUse' | 'listSessions' | 'endSessions'
> = {
  /** Stores a session, and adds the audit entry. */
  *addSession({ session, note }) {
    const { hash, id, person, createdAt, seenAt, expiresAt, browser, address } = session;
    const times = { created_at: createdAt, seen_at: seenAt, expires_at: expiresAt };
    yield* execute(insertSession({ hash, id, person, ...times, browser, address }));
    yield* addAuditEntry(note);
  },
  /**
   * Returns a session by its hash, with its person; undefined if it does not exist or has expired. Does not
   * record a use.
   */
  *session(request) {
    const row = yield* fetchFirst(selectSession(request));
    const person = toPerson(row);
    return row && person && { session: toSessionEntry(row), person };
  },
  /** Sets the address of a session, and its time of last use if that is later. An unknown hash is ignored. */
  *recordSessionUse(request) {
    yield* execute(updateSessionUse(request));
  },
  /** Returns the valid sessions of a person, the latest seen first. */
  *listSessions(request) {
    return (yield* fetchAll(selectSessionsOfPerson(request))).map(toSessionEntry);
  },
  /**
   * Ends sessions of a person: the one with the id `only`, all but `except`, or all. Returns their number;
   * adds the audit entry unless it is 0.
   */
  *endSessions({ note, ...which }) {
    const count = yield* execute(deleteSessions(which));
    if (count > 0) yield* addAuditEntry(note);
    return count;
  },
};

const deleteTokensAbout = defineStatement(
  ({ db }, { use, about }: { readonly use: string; readonly about: string }) =>
    db.deleteFrom('words').where('use', '=', use).where('about', '=', about),
);
const insertOneTimeToken = defineStatement(({ db }, row: Insertable<SharedTables['words']>) =>
  db.insertInto('words').values(row),
);
const selectOneTimeToken = defineStatement(
  ({ db }, { hash, use, now }: { readonly hash: string; readonly use: string; readonly now: number }) =>
    db
      .selectFrom('words')
      .select(['id', 'content'])
      .where('hash', '=', hash)
      .where('use', '=', use)
      .where('expires_at', '>', now),
);
const selectInvitations = defineStatement(({ db }, { now }: { readonly now: number }) =>
  db
    .selectFrom('words')
    .select(['id', 'hash', 'about', 'created_at', 'expires_at', 'content'])
    .where('use', '=', 'invitation')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id'),
);
const deleteInvitation = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.deleteFrom('words').where('use', '=', 'invitation').where('id', '=', id),
);

const oneTimeTokenCalls: Repository<'addOneTimeToken' | 'word' | 'invitations' | 'endInvitation'> = {
  /**
   * Stores a one-time token, and deletes earlier ones of the same use for the same person or mail address;
   * one for neither replaces none. Adds the audit entry if there is one.
   */
  *addOneTimeToken({ word, note }) {
    const { about, ...columns } = toOneTimeTokenColumns(word);
    // Locked, so that of two that are added at once only the later one is valid.
    yield* lockGroup('people');
    if (about !== null) yield* execute(deleteTokensAbout({ use: columns.use, about }));
    yield* execute(insertOneTimeToken({ about, ...columns }));
    if (note) yield* addAuditEntry(note);
  },
  /**
   * Returns a one-time token of a use by its hash, without consuming it; undefined if it does not exist or
   * has expired.
   */
  *word(request) {
    return toOneTimeToken(yield* fetchFirst(selectOneTimeToken(request)));
  },
  /** Returns the invitations that are neither accepted nor expired, the latest first. */
  *invitations(request) {
    return (yield* fetchAll(selectInvitations(request))).map(toListedInvitation);
  },
  /** Deletes an invitation by its id, and adds the audit entry. Returns false if there is none. */
  *endInvitation({ id, note }) {
    const isEnded = (yield* execute(deleteInvitation({ id }))) > 0;
    if (isEnded) yield* addAuditEntry(note);
    return isEnded;
  },
};

const insertToken = defineStatement(({ db }, row: Insertable<SharedTables['tokens']>) =>
  db.insertInto('tokens').values(row),
);
const selectToken = defineStatement(({ db }, { hash }: { readonly hash: string }) =>
  db
    .selectFrom('tokens')
    .innerJoin('people', 'people.id', 'person')
    .select(['tokens.id', 'tokens.content as token', 'used_at', 'name_key', 'people.content'])
    .where('hash', '=', hash),
);
const updateTokenUse = defineStatement(
  ({ db }, { hash, usedAt }: { readonly hash: string; readonly usedAt: number }) =>
    db
      .updateTable('tokens')
      .set({ used_at: sql<number>`CASE WHEN used_at > ${usedAt} THEN used_at ELSE ${usedAt} END` })
      .where('hash', '=', hash),
);
const selectTokens = defineStatement(({ db }, { person }: { readonly person?: string }) =>
  db
    .selectFrom('tokens')
    .select(['id', 'hash', 'person', 'created_at', 'expires_at', 'content as token', 'used_at'])
    .$if(person !== undefined, (some) => some.where('person', '=', person ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id'),
);
const deleteToken = defineStatement(
  ({ db }, { id, person }: { readonly id: string; readonly person?: string }) =>
    db
      .deleteFrom('tokens')
      .where('id', '=', id)
      .$if(person !== undefined, (some) => some.where('person', '=', person ?? '')),
);

const tokenCalls: Repository<'addToken' | 'token' | 'recordTokenUse' | 'tokens' | 'endToken'> = {
  /** Stores an API token, and adds the audit entry. */
  *addToken({ token, note }) {
    const { hash, id, person, createdAt, expiresAt } = token;
    const times = { created_at: createdAt, expires_at: expiresAt };
    yield* execute(insertToken({ hash, id, person, ...times, content: JSON.stringify(token) }));
    yield* addAuditEntry(note);
  },
  /**
   * Returns an API token by its hash with its owner, even if it has ended; undefined if it does not exist.
   */
  *token(hash) {
    const row = yield* fetchFirst(selectToken({ hash }));
    const person = toPerson(row);
    return row && person && { token: toTokenEntry(row), person };
  },
  /** Sets the time of last use of an API token if it is later. An unknown hash is ignored. */
  *recordTokenUse(request) {
    yield* execute(updateTokenUse(request));
  },
  /**
   * Returns the API tokens of a person or, without one, of everybody, the latest first; also those that
   * ended.
   */
  *tokens(request) {
    return (yield* fetchAll(selectTokens(request))).map(toListedToken);
  },
  /**
   * Deletes an API token by its id, with `person` only if it is theirs, and adds the audit entry. Returns
   * false if there is none.
   */
  *endToken({ note, ...which }) {
    const isEnded = (yield* execute(deleteToken(which))) > 0;
    if (isEnded) yield* addAuditEntry(note);
    return isEnded;
  },
};

const deleteExpiredSessions = defineStatement(({ db }, { now }: { readonly now: number }) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now),
);
const deleteExpiredOneTimeTokens = defineStatement(({ db }, { now }: { readonly now: number }) =>
  db.deleteFrom('words').where('expires_at', '<=', now),
);
const deleteEndedTokens = defineStatement(({ db }, { tokensBefore }: { readonly tokensBefore: number }) =>
  db.deleteFrom('tokens').where('expires_at', '<', tokensBefore),
);

/** The calls about credentials: sessions, one-time tokens (table `words`) and API tokens. */
export const credentialsRepository: Repository<
  keyof typeof sessionCalls | keyof typeof oneTimeTokenCalls | keyof typeof tokenCalls | 'forgetEnded'
> = {
  ...sessionCalls,
  ...oneTimeTokenCalls,
  ...tokenCalls,
  /**
   * Deletes expired sessions and one-time tokens, and API tokens that ended before a time. Returns their
   * number.
   */
  *forgetEnded(request) {
    const sessions = yield* execute(deleteExpiredSessions(request));
    const oneTimeTokens = yield* execute(deleteExpiredOneTimeTokens(request));
    return sessions + oneTimeTokens + (yield* execute(deleteEndedTokens(request)));
  },
};
