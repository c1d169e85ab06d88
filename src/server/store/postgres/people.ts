import { sql } from 'kysely';
import { toComparisonKey } from '../comparison-key.ts';
import type { OneTimeToken, PersonEntry, PersonFault, PersonKey } from '../people-entry.ts';
import { lockGroup } from '../repositories/coordination.ts';
import {
  applyCode,
  applyPersonChange,
  isReadablePerson,
  setOwnerPassword,
  toPerson,
  toPersonColumns,
  toSeenPerson,
} from '../stored-person.ts';
import { postgresAuditCalls } from './audit.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';
import { runSteps } from './run-steps.ts';

const { addAuditEntry } = postgresAuditCalls;

/**
 * The calls about accounts. Unique names and the last owner depend on all accounts, so changes run one after
 * another.
 */
export const postgresPeopleCalls: PostgresCalls<
  | 'people'
  | 'person'
  | 'addPerson'
  | 'changePerson'
  | 'removePerson'
  | 'consumeCode'
  | 'setGivenPassword'
  | 'ownership'
> = {
  /**
   * Returns everybody with the time of their last use of a session or token, sorted by name. Damaged accounts
   * are included and marked as such.
   */
  async people(db) {
    const rows = await db
      .selectFrom('people')
      .select([
        ...personRow,
        sql<number | null>`greatest((SELECT max(seen_at) FROM sessions WHERE person = people.id),
          (SELECT max(used_at) FROM tokens WHERE person = people.id))`.as('seen_at'),
      ])
      .orderBy('name_key')
      .execute();
    return rows.map(toSeenPerson);
  },
  person: findPerson,
  /**
   * Creates an account. `word` is the hash of a one-time token, which is consumed. Returns the reason, and
   * does nothing, if the name or mail address is taken or the token is invalid (`word-ended`).
   */
  async addPerson(db, { person, word, now, note }) {
    await runSteps(db, lockGroup('people'));
    const taken = await findTakenValue(db, person);
    if (taken) return { kind: taken };
    if (word !== undefined && !(await consumeToken(db, word, now))) return { kind: 'word-ended' };
    await upsertPerson(db, person);
    await addAuditEntry(db, note);
    return { kind: 'done', person };
  },
  /**
   * Changes an account and, if asked, ends its sessions and API tokens. `word` is as in `addPerson`. A new
   * password or mail address deletes the links for a new password. Returns the reason, and does nothing, if
   * the account is unknown, `by` is given and no owner, no owner would remain, a value is taken, or the token
   * is invalid.
   */
  async changePerson(db, { id, change, by, word, endSessions, endsTokens = false, now, note }) {
    await runSteps(db, lockGroup('people'));
    const before = toPerson(await lockPersonRow(db, id));
    if (before === undefined) return { kind: 'unknown' };
    const person = applyPersonChange(before, change);
    const fault = await findFault(db, { before, after: person, by });
    if (fault) return { kind: fault };
    if (word !== undefined && !(await consumeToken(db, word, now))) return { kind: 'word-ended' };
    await upsertPerson(db, person);
    if (person.password !== before.password || person.email !== before.email)
      await credentials.endPasswordLinks(db, id);
    if (endSessions) await credentials.endSessions(db, id, endSessions === 'all' ? '' : endSessions.except);
    if (endsTokens) await credentials.endTokens(db, id);
    await addAuditEntry(db, note);
    return { kind: 'done', person };
  },
  /**
   * Deletes an account with its sessions, tokens and one-time tokens. Does nothing, and returns `unknown`
   * without an account, `not-owner` if `by` is no owner, and `last-owner` if no owner would remain.
   */
  async removePerson(db, { id, by, note }) {
    await runSteps(db, lockGroup('people'));
    const row = await lockPersonRow(db, id);
    if (row === undefined) return { kind: 'unknown' };
    const person = toSeenPerson(row);
    const fault = await findFault(db, { before: person, after: { ...person, role: 'viewer' }, by });
    if (fault) return { kind: fault };
    await credentials.endSessions(db, id, '');
    await credentials.endTokens(db, id);
    await credentials.endPasswordLinks(db, id);
    await db.deleteFrom('people').where('id', '=', id).execute();
    await addAuditEntry(db, note);
    return { kind: 'done', person };
  },
  /**
   * Records that a time step of the second factor, or a recovery code by its hash, is used; does not check
   * the code itself. Returns false, and does nothing, if the step is not later than the last one, or the hash
   * is unknown or was already used.
   */
  async consumeCode(db, { id, ...code }) {
    await runSteps(db, lockGroup('people'));
    const after = applyCode(await findPerson(db, { id }), code);
    if (after) await upsertPerson(db, after);
    return after !== undefined;
  },
  /**
   * Sets the password of the owner from the environment, stores its mark, and ends the owner's sessions and
   * password links. Creates the owner if nobody has that name; an account with that name becomes an owner.
   */
  async setGivenPassword(db, { person: given, mark, note }) {
    await runSteps(db, lockGroup('people'));
    const person = setOwnerPassword(await findPersonRow(db, { name: given.name }), given);
    await upsertPerson(db, person);
    await credentials.endSessions(db, person.id, '');
    await credentials.endPasswordLinks(db, person.id);
    await db.deleteFrom('given_password').execute();
    await db.insertInto('given_password').values({ mark }).execute();
    await addAuditEntry(db, note);
    return { kind: 'done', person };
  },
  /** Returns whether there is an owner, and the mark of the password from the environment. */
  async ownership(db) {
    const given = await db.selectFrom('given_password').select('mark').executeTakeFirst();
    return { hasOwner: await hasOwner(db), ...given };
  },
};

/** The columns that `toPerson` and `toSeenPerson` read. */
const personRow = ['id', 'name_key', 'role', 'content'] as const;

/**
 * Returns an account by one key; undefined if there is none.
 * @throws StoreError `damaged` if the account is not intact
 */
async function findPerson(db: Database, key: PersonKey): Promise<PersonEntry | undefined> {
  return toPerson(await findPersonRow(db, key));
}

/**
 * Returns the row of an account by one key, name and mail address regardless of case; undefined if there is
 * none.
 */
function findPersonRow(db: Database, key: PersonKey) {
  const some = db.selectFrom('people').select(personRow);
  if ('id' in key) return some.where('id', '=', key.id).executeTakeFirst();
  if ('name' in key) return some.where('name_key', '=', toComparisonKey(key.name)).executeTakeFirst();
  if ('email' in key) return some.where('email_key', '=', toComparisonKey(key.email)).executeTakeFirst();
  return some.where('subject', '=', key.subject).executeTakeFirst();
}

/**
 * Returns the row of an account by its id, undefined if there is none, and locks it, so that no session or
 * token is added until the transaction ends. One that is being added is committed first, and then seen by the
 * deletions.
 */
function lockPersonRow(db: Database, id: string) {
  return db.selectFrom('people').select(personRow).where('id', '=', id).forUpdate().executeTakeFirst();
}

interface AccountChange {
  readonly before: PersonEntry;
  readonly after: PersonEntry;
  /** The id of the person who makes the change; undefined: anybody may make it. */
  readonly by: string | undefined;
}

/**
 * Returns the reason for which an account cannot be changed to `after`; undefined if it can. If `by` is
 * given, that person must be an owner.
 */
async function findFault(
  db: Database,
  { before, after, by }: AccountChange,
): Promise<PersonFault | undefined> {
  if (by !== undefined && (await findPerson(db, { id: by }))?.role !== 'owner') return 'not-owner';
  if (before.role === 'owner' && after.role !== 'owner' && !(await hasOwner(db, before.id)))
    return 'last-owner';
  return findTakenValue(db, after);
}

/** Returns true if there is an owner whose account is intact, other than `except`. */
async function hasOwner(db: Database, except = ''): Promise<boolean> {
  const owners = db.selectFrom('people').select('content').where('role', '=', 'owner');
  return (await owners.where('id', '<>', except).execute()).some(isReadablePerson);
}

/** Returns which value of this account another one has already; undefined if none. */
async function findTakenValue(
  db: Database,
  { id, name, email }: PersonEntry,
): Promise<'name-taken' | 'mail-taken' | undefined> {
  /** Returns true if another account has this name or mail address. */
  const isTaken = async (key: PersonKey) => ((await findPersonRow(db, key))?.id ?? id) !== id;
  if (await isTaken({ name })) return 'name-taken';
  return email !== undefined && (await isTaken({ email })) ? 'mail-taken' : undefined;
}

/** Stores an account, or replaces the one with the same id. */
async function upsertPerson(db: Database, person: PersonEntry): Promise<void> {
  const { id, ...columns } = toPersonColumns(person);
  await db
    .insertInto('people')
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

/**
 * Deletes a valid one-time token, and with a `first-owner` token all others of that use. Returns false if it
 * is invalid, or a `first-owner` token while there is an owner. Call it within the transaction of its use.
 */
async function consumeToken(db: Database, hash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('words')
    .select('use')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  // The table's CHECK lets no other text in.
  const use = row?.use as OneTimeToken['use'] | undefined;
  const isFirst = use === 'first-owner';
  if (use === undefined || (isFirst && (await hasOwner(db)))) return false;
  await sql`DELETE FROM words WHERE hash = ${hash} OR use = 'first-owner' AND ${isFirst}::boolean`.execute(
    db,
  );
  return true;
}

/** Deletes the credentials of a person. */
const credentials = {
  /** Ends all sessions of a person but the one with the id `except`; all if it is empty. */
  async endSessions(db: Database, person: string, except: string): Promise<void> {
    await db.deleteFrom('sessions').where('person', '=', person).where('id', '<>', except).execute();
  },
  /** Deletes the API tokens of a person. */
  async endTokens(db: Database, person: string): Promise<void> {
    await db.deleteFrom('tokens').where('person', '=', person).execute();
  },
  /** Deletes the one-time tokens about a person, by which a new password is set. */
  async endPasswordLinks(db: Database, person: string): Promise<void> {
    await db.deleteFrom('words').where('about', '=', person).execute();
  },
};
