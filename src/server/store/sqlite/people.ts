import type { DatabaseSync } from 'node:sqlite';
import type { PersonEntry, PersonFault, PersonKey, PersonOutcome, WordEntry } from '../people-entry.ts';
import { keyOf } from '../people-key.ts';
import type { SyncCalls } from '../store.ts';
import { afterCode, changedPerson, givenOwner, personColumns, toPerson } from '../stored-person.ts';
import type { AuditLog } from './audit.ts';

/** The calls about accounts; what writes is to be called within a transaction. */
export type PeopleCalls = Pick<
  SyncCalls,
  | 'people'
  | 'person'
  | 'addPerson'
  | 'changePerson'
  | 'removePerson'
  | 'takeCode'
  | 'setGivenPassword'
  | 'ownership'
>;

/** Prepares the statements of the table `people`. */
export function preparePeople(db: DatabaseSync, { noteAction }: Pick<AuditLog, 'noteAction'>): PeopleCalls {
  const accounts = prepareAccounts(db);
  const spend = prepareSpending(db, accounts.hasOwner);
  const { all, find, write, clash } = accounts;
  const end = prepareEnding(db);
  const mark = {
    read: db.prepare('SELECT mark FROM given_password'),
    forget: db.prepare('DELETE FROM given_password'),
    write: db.prepare('INSERT INTO given_password (mark) VALUES (?)'),
  };

  /** What keeps an account from becoming another; undefined: nothing. */
  function faultOf(before: PersonEntry, after: PersonEntry, by: string | undefined): PersonFault | undefined {
    if (by !== undefined && find({ id: by })?.role !== 'owner') return 'not-owner';
    if (before.role === 'owner' && after.role !== 'owner' && accounts.owners() < 2) return 'last-owner';
    return clash(after);
  }

  return {
    people: all,
    person: find,
    addPerson({ person, word, now, note }): PersonOutcome {
      const taken = clash(person);
      if (taken) return { kind: taken };
      if (word !== undefined && !spend(word, now)) return { kind: 'word-ended' };
      write(person);
      noteAction(note);
      return { kind: 'done', person };
    },
    changePerson({ id, change, by, word, endSessions, endsTokens = false, now, note }): PersonOutcome {
      const before = find({ id });
      if (before === undefined) return { kind: 'unknown' };
      const person = changedPerson(before, change);
      const fault = faultOf(before, person, by);
      if (fault) return { kind: fault };
      if (word !== undefined && !spend(word, now)) return { kind: 'word-ended' };
      write(person);
      if (person.password !== before.password || person.email !== before.email) end.words(id);
      if (endSessions) end.sessions(id, endSessions === 'all' ? '' : endSessions.except);
      if (endsTokens) end.tokens(id);
      noteAction(note);
      return { kind: 'done', person };
    },
    removePerson({ id, by, note }): PersonOutcome {
      const person = find({ id });
      if (person === undefined) return { kind: 'unknown' };
      const fault = faultOf(person, { ...person, role: 'viewer' }, by);
      if (fault) return { kind: fault };
      end.all(id);
      noteAction(note);
      return { kind: 'done', person };
    },
    takeCode({ id, ...code }) {
      const after = afterCode(find({ id }), code);
      if (after) write(after);
      return after !== undefined;
    },
    setGivenPassword({ person, mark: given, note }): PersonOutcome {
      const before = find({ name: person.name });
      const after = givenOwner(before, person);
      write(after);
      end.sessions(after.id, '');
      end.words(after.id);
      mark.forget.run();
      mark.write.run(given);
      noteAction(note);
      return { kind: 'done', person: after };
    },
    ownership() {
      const given = mark.read.get()?.mark;
      return { hasOwner: accounts.hasOwner(), ...(typeof given === 'string' && { mark: given }) };
    },
  };
}

/** Accounts as they are stored: found, listed, written. */
function prepareAccounts(db: DatabaseSync) {
  const select = {
    id: db.prepare('SELECT content FROM people WHERE id = ?'),
    name: db.prepare('SELECT content FROM people WHERE name_key = ?'),
    email: db.prepare('SELECT content FROM people WHERE email_key = ?'),
    subject: db.prepare('SELECT content FROM people WHERE subject = ?'),
  };
  const everybody = db.prepare(
    `SELECT content, (
       SELECT max(at) FROM (
         SELECT max(seen_at) AS at FROM sessions WHERE person = people.id
         UNION ALL SELECT max(used_at) FROM tokens WHERE person = people.id
       )
     ) AS seen_at FROM people ORDER BY name_key`,
  );
  const owners = db.prepare(`SELECT count(*) AS count FROM people WHERE role = 'owner'`);
  const replace = db.prepare(
    `INSERT INTO people (id, name_key, email_key, subject, role, content) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name_key = excluded.name_key, email_key = excluded.email_key,
       subject = excluded.subject, role = excluded.role, content = excluded.content`,
  );

  function find(key: PersonKey): PersonEntry | undefined {
    if ('id' in key) return toPerson(select.id.get(key.id));
    if ('name' in key) return toPerson(select.name.get(keyOf(key.name)));
    if ('email' in key) return toPerson(select.email.get(keyOf(key.email)));
    return toPerson(select.subject.get(key.subject));
  }
  const countOwners = () => Number(owners.get()?.count);
  return {
    find,
    owners: countOwners,
    hasOwner: () => countOwners() > 0,
    all: () =>
      everybody.all().flatMap((row) => {
        const person = toPerson(row);
        const seen = typeof row.seen_at === 'number' ? { seenAt: row.seen_at } : {};
        return person ? [{ ...person, ...seen }] : [];
      }),
    /** What of an account is another's already. */
    clash({ id, name, email }: PersonEntry): 'name-taken' | 'mail-taken' | undefined {
      const isOther = (person: PersonEntry | undefined) => person !== undefined && person.id !== id;
      if (isOther(find({ name }))) return 'name-taken';
      return email !== undefined && isOther(find({ email })) ? 'mail-taken' : undefined;
    },
    write(person: PersonEntry): void {
      const { id, name_key, email_key, subject, role, content } = personColumns(person);
      replace.run(id, name_key, email_key, subject, role, content);
    },
  };
}

/** Prepares what takes a word that holds, so that it holds no more: within the transaction of what it is for. */
function prepareSpending(db: DatabaseSync, hasOwner: () => boolean): (hash: string, now: number) => boolean {
  const select = db.prepare('SELECT use FROM words WHERE hash = ? AND expires_at > ?');
  const forget = db.prepare(`DELETE FROM words WHERE hash = ? OR use = 'first-owner' AND ? = 'first-owner'`);
  return (hash, now) => {
    // The table's CHECK lets no other text in.
    const use = select.get(hash, now)?.use as WordEntry['use'] | undefined;
    if (use === undefined || (use === 'first-owner' && hasOwner())) return false;
    forget.run(hash, use);
    return true;
  };
}

function prepareEnding(db: DatabaseSync) {
  const sessions = db.prepare('DELETE FROM sessions WHERE person = ? AND id <> ?');
  const of = (what: string) => {
    const statement = db.prepare(`DELETE FROM ${what} = ?`);
    return (person: string) => void statement.run(person);
  };
  const [tokens, words, account] = [
    of('tokens WHERE person'),
    of('words WHERE about'),
    of('people WHERE id'),
  ];
  return {
    /** The sessions of somebody, but for the one of this id. */
    sessions: (person: string, except: string) => void sessions.run(person, except),
    tokens,
    /** Links for a new password. */
    words,
    all(person: string): void {
      sessions.run(person, '');
      for (const end of [tokens, words, account]) end(person);
    },
  };
}
