import { sql } from 'kysely';
import type { PersonEntry, PersonFault, PersonKey, SeenPerson, WordEntry } from '../people-entry.ts';
import { keyOf } from '../people-key.ts';
import { afterCode, changedPerson, givenOwner, personColumns, toPerson } from '../stored-person.ts';
import { auditCalls } from './audit.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';
import { takeTurn } from './transaction.ts';

const { noteAction } = auditCalls;

/**
 * Accounts. That names are nobody else's and that an owner is left is decided by all of them, so that whoever changes one waits for whoever
 * is changing another.
 */
export const peopleCalls: PostgresCalls<
  | 'people'
  | 'person'
  | 'addPerson'
  | 'changePerson'
  | 'removePerson'
  | 'takeCode'
  | 'setGivenPassword'
  | 'ownership'
> = {
  async people(db) {
    const rows = await db
      .selectFrom('people')
      .select([
        'content',
        sql<number | null>`greatest((SELECT max(seen_at) FROM sessions WHERE person = people.id),
          (SELECT max(used_at) FROM tokens WHERE person = people.id))`.as('seen_at'),
      ])
      .orderBy('name_key')
      .execute();
    return rows.flatMap(toSeenPerson);
  },
  person: find,
  async addPerson(db, { person, word, now, note }) {
    await takeTurn(db, 'people');
    const taken = await clash(db, person);
    if (taken) return { kind: taken };
    if (word !== undefined && !(await spend(db, word, now))) return { kind: 'word-ended' };
    await write(db, person);
    await noteAction(db, note);
    return { kind: 'done', person };
  },
  async changePerson(db, { id, change, by, word, endSessions, endsTokens = false, now, note }) {
    await takeTurn(db, 'people');
    const before = await lockedPerson(db, id);
    if (before === undefined) return { kind: 'unknown' };
    const person = changedPerson(before, change);
    const fault = await faultOf(db, { before, after: person, by });
    if (fault) return { kind: fault };
    if (word !== undefined && !(await spend(db, word, now))) return { kind: 'word-ended' };
    await write(db, person);
    if (person.password !== before.password || person.email !== before.email) await end.words(db, id);
    if (endSessions) await end.sessions(db, id, endSessions === 'all' ? '' : endSessions.except);
    if (endsTokens) await end.tokens(db, id);
    await noteAction(db, note);
    return { kind: 'done', person };
  },
  async removePerson(db, { id, by, note }) {
    await takeTurn(db, 'people');
    const person = await lockedPerson(db, id);
    if (person === undefined) return { kind: 'unknown' };
    const fault = await faultOf(db, { before: person, after: { ...person, role: 'viewer' }, by });
    if (fault) return { kind: fault };
    await end.sessions(db, id, '');
    await end.tokens(db, id);
    await end.words(db, id);
    await db.deleteFrom('people').where('id', '=', id).execute();
    await noteAction(db, note);
    return { kind: 'done', person };
  },
  async takeCode(db, { id, ...code }) {
    await takeTurn(db, 'people');
    const after = afterCode(await find(db, { id }), code);
    if (after) await write(db, after);
    return after !== undefined;
  },
  async setGivenPassword(db, { person: given, mark, note }) {
    await takeTurn(db, 'people');
    const person = givenOwner(await find(db, { name: given.name }), given);
    await write(db, person);
    await end.sessions(db, person.id, '');
    await end.words(db, person.id);
    await db.deleteFrom('given_password').execute();
    await db.insertInto('given_password').values({ mark }).execute();
    await noteAction(db, note);
    return { kind: 'done', person };
  },
  async ownership(db) {
    const { rows } = await sql<{ hasOwner: boolean; mark: string | null }>`
      SELECT EXISTS (SELECT FROM people WHERE role = 'owner') AS "hasOwner", (SELECT mark FROM given_password) AS mark`.execute(
      db,
    );
    const { hasOwner = false, mark = null } = rows[0] ?? {};
    return { hasOwner, ...(mark !== null && { mark }) };
  },
};

function toSeenPerson(row: {
  readonly content: string;
  readonly seen_at: number | null;
}): readonly SeenPerson[] {
  const person = toPerson(row);
  return person ? [{ ...person, ...(row.seen_at !== null && { seenAt: row.seen_at }) }] : [];
}

async function find(db: Database, key: PersonKey): Promise<PersonEntry | undefined> {
  const some = db.selectFrom('people').select('content');
  if ('id' in key) return toPerson(await some.where('id', '=', key.id).executeTakeFirst());
  if ('name' in key) return toPerson(await some.where('name_key', '=', keyOf(key.name)).executeTakeFirst());
  if ('email' in key)
    return toPerson(await some.where('email_key', '=', keyOf(key.email)).executeTakeFirst());
  return toPerson(await some.where('subject', '=', key.subject).executeTakeFirst());
}

/** Whom nobody gives a session or a token until the transaction ends: one that is under way is seen by whatever ends them. */
async function lockedPerson(db: Database, id: string): Promise<PersonEntry | undefined> {
  return toPerson(
    await db.selectFrom('people').select('content').where('id', '=', id).forUpdate().executeTakeFirst(),
  );
}

interface Change {
  readonly before: PersonEntry;
  readonly after: PersonEntry;
  readonly by: string | undefined;
}

/** What keeps an account from becoming another; undefined: nothing. */
async function faultOf(db: Database, { before, after, by }: Change): Promise<PersonFault | undefined> {
  if (by !== undefined && (await find(db, { id: by }))?.role !== 'owner') return 'not-owner';
  if (before.role === 'owner' && after.role !== 'owner' && (await countOwners(db)) < 2) return 'last-owner';
  return clash(db, after);
}

async function countOwners(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM people WHERE role = 'owner'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What of an account is another's already. */
async function clash(
  db: Database,
  { id, name, email }: PersonEntry,
): Promise<'name-taken' | 'mail-taken' | undefined> {
  const isOther = (person: PersonEntry | undefined) => person !== undefined && person.id !== id;
  if (isOther(await find(db, { name }))) return 'name-taken';
  return email !== undefined && isOther(await find(db, { email })) ? 'mail-taken' : undefined;
}

async function write(db: Database, person: PersonEntry): Promise<void> {
  const { id, ...columns } = personColumns(person);
  await db
    .insertInto('people')
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

/** Takes a word that holds, so that it holds no more: within the transaction of what it is for. */
async function spend(db: Database, hash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('words')
    .select('use')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  // The table's CHECK lets no other text in.
  const use = row?.use as WordEntry['use'] | undefined;
  const isFirst = use === 'first-owner';
  if (use === undefined || (isFirst && (await countOwners(db)) > 0)) return false;
  await sql`DELETE FROM words WHERE hash = ${hash} OR use = 'first-owner' AND ${isFirst}::boolean`.execute(
    db,
  );
  return true;
}

const end = {
  /** The sessions of somebody, but for the one of this id. */
  async sessions(db: Database, person: string, except: string): Promise<void> {
    await db.deleteFrom('sessions').where('person', '=', person).where('id', '<>', except).execute();
  },
  async tokens(db: Database, person: string): Promise<void> {
    await db.deleteFrom('tokens').where('person', '=', person).execute();
  },
  /** Links for a new password. */
  async words(db: Database, person: string): Promise<void> {
    await db.deleteFrom('words').where('about', '=', person).execute();
  },
};
