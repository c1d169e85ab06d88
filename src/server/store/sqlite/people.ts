import type { DatabaseSync } from 'node:sqlite';
import { toComparisonKey } from '../comparison-key.ts';
import type {
  OneTimeToken,
  PersonEntry,
  PersonFault,
  PersonKey,
  PersonOutcome,
  SeenPerson,
} from '../people-entry.ts';
import type { SyncCalls } from '../store.ts';
import {
  applyCode,
  applyPersonChange,
  isReadablePerson,
  toGivenOwner,
  toPerson,
  toPersonColumns,
  toSeenPerson,
} from '../stored-person.ts';
import type { AuditLog } from './audit.ts';

export type PeopleCalls = Pick<
  SyncCalls,
  | 'people'
  | 'person'
  | 'addPerson'
  | 'changePerson'
  | 'removePerson'
  | 'consumeCode'
  | 'setGivenPassword'
  | 'ownership'
>;

export function preparePeople(
  db: DatabaseSync,
  { addAuditEntry }: Pick<AuditLog, 'addAuditEntry'>,
): PeopleCalls {
  const accounts = prepareAccounts(db);
  const consumeToken = prepareConsumeToken(db, accounts.hasOwner);
  const { all, find, write, clash } = accounts;
  const end = prepareEndCredentials(db);
  const mark = {
    read: db.prepare('SELECT mark FROM given_password'),
    forget: db.prepare('DELETE FROM given_password'),
    write: db.prepare('INSERT INTO given_password (mark) VALUES (?)'),
  };

  /** Returns the reason for which an account cannot be changed to `after`; undefined if it can. */
  function findFault(
    before: PersonEntry,
    after: PersonEntry,
    by: string | undefined,
  ): PersonFault | undefined {
    if (by !== undefined && find({ id: by })?.role !== 'owner') return 'not-owner';
    if (before.role === 'owner' && after.role !== 'owner' && !accounts.hasOwner(before.id))
      return 'last-owner';
    return clash(after);
  }

  return {
    people: all,
    person: find,
    addPerson({ person, word, now, note }): PersonOutcome {
      const taken = clash(person);
      if (taken) return { kind: taken };
      if (word !== undefined && !consumeToken(word, now)) return { kind: 'word-ended' };
      write(person);
      addAuditEntry(note);
      return { kind: 'done', person };
    },
    changePerson({ id, change, by, word, endSessions, endsTokens = false, now, note }): PersonOutcome {
      const before = find({ id });
      if (before === undefined) return { kind: 'unknown' };
      const person = applyPersonChange(before, change);
      const fault = findFault(before, person, by);
      if (fault) return { kind: fault };
      if (word !== undefined && !consumeToken(word, now)) return { kind: 'word-ended' };
      write(person);
      if (person.password !== before.password || person.email !== before.email) end.words(id);
      if (endSessions) end.sessions(id, endSessions === 'all' ? '' : endSessions.except);
      if (endsTokens) end.tokens(id);
      addAuditEntry(note);
      return { kind: 'done', person };
    },
    removePerson({ id, by, note }): PersonOutcome {
      const person = accounts.listed(id);
      if (person === undefined) return { kind: 'unknown' };
      const fault = findFault(person, { ...person, role: 'viewer' }, by);
      if (fault) return { kind: fault };
      end.all(id);
      addAuditEntry(note);
      return { kind: 'done', person };
    },
    consumeCode({ id, ...code }) {
      const after = applyCode(find({ id }), code);
      if (after) write(after);
      return after !== undefined;
    },
    setGivenPassword({ person, mark: given, note }): PersonOutcome {
      const after = toGivenOwner(accounts.row({ name: person.name }), person);
      write(after);
      end.sessions(after.id, '');
      end.words(after.id);
      mark.forget.run();
      mark.write.run(given);
      addAuditEntry(note);
      return { kind: 'done', person: after };
    },
    ownership() {
      const given = mark.read.get()?.mark;
      return { hasOwner: accounts.hasOwner(), ...(typeof given === 'string' && { mark: given }) };
    },
  };
}

function prepareAccounts(db: DatabaseSync) {
  const columns = 'SELECT id, name_key, role, content FROM people';
  const select = {
    id: db.prepare(`${columns} WHERE id = ?`),
    name: db.prepare(`${columns} WHERE name_key = ?`),
    email: db.prepare(`${columns} WHERE email_key = ?`),
    subject: db.prepare(`${columns} WHERE subject = ?`),
  };
  const everybody = db.prepare(
    `SELECT id, name_key, role, content, (
       SELECT max(at) FROM (
         SELECT max(seen_at) AS at FROM sessions WHERE person = people.id
         UNION ALL SELECT max(used_at) FROM tokens WHERE person = people.id
       )
     ) AS seen_at FROM people ORDER BY name_key`,
  );
  const owners = db.prepare(`${columns} WHERE role = 'owner' AND id <> ?`);
  const replace = db.prepare(
    `INSERT INTO people (id, name_key, email_key, subject, role, content) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name_key = excluded.name_key, email_key = excluded.email_key,
       subject = excluded.subject, role = excluded.role, content = excluded.content`,
  );

  function row(key: PersonKey) {
    if ('id' in key) return select.id.get(key.id);
    if ('name' in key) return select.name.get(toComparisonKey(key.name));
    if ('email' in key) return select.email.get(toComparisonKey(key.email));
    return select.subject.get(key.subject);
  }
  return {
    row,
    find: (key: PersonKey): PersonEntry | undefined => toPerson(row(key)),
    /** Returns a person whose account may be damaged. */
    listed(id: string): SeenPerson | undefined {
      const found = row({ id });
      return found && toSeenPerson(found);
    },
    hasOwner: (except = '') => owners.all(except).some(isReadablePerson),
    all: () => everybody.all().map(toSeenPerson),
    /** Returns which unique value of the account another account has. */
    clash({ id, name, email }: PersonEntry): 'name-taken' | 'mail-taken' | undefined {
      const isOther = (key: PersonKey) => (row(key)?.id ?? id) !== id;
      if (isOther({ name })) return 'name-taken';
      return email !== undefined && isOther({ email }) ? 'mail-taken' : undefined;
    },
    write(person: PersonEntry): void {
      const { id, name_key, email_key, subject, role, content } = toPersonColumns(person);
      replace.run(id, name_key, email_key, subject, role, content);
    },
  };
}

/** Returns a function that consumes a valid one-time token. It must run within the transaction of its use. */
function prepareConsumeToken(
  db: DatabaseSync,
  hasOwner: () => boolean,
): (hash: string, now: number) => boolean {
  const select = db.prepare('SELECT use FROM words WHERE hash = ? AND expires_at > ?');
  const forget = db.prepare(`DELETE FROM words WHERE hash = ? OR use = 'first-owner' AND ? = 'first-owner'`);
  return (hash, now) => {
    // The table's CHECK lets no other text in.
    const use = select.get(hash, now)?.use as OneTimeToken['use'] | undefined;
    if (use === undefined || (use === 'first-owner' && hasOwner())) return false;
    forget.run(hash, use);
    return true;
  };
}

function prepareEndCredentials(db: DatabaseSync) {
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
    sessions: (person: string, except: string) => void sessions.run(person, except),
    tokens,
    /** Deletes the links for a new password. */
    words,
    all(person: string): void {
      sessions.run(person, '');
      for (const end of [tokens, words, account]) end(person);
    },
  };
}
