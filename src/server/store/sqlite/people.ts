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
  setOwnerPassword,
  toPerson,
  toPersonColumns,
  toSeenPerson,
} from '../stored-person.ts';

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

/**
 * Prepares the statements of the table `people`. Returns the calls that use them. Calls that write must run
 * within a transaction. A damaged account that must be read throws a `StoreError`.
 */
export function preparePeople(
  db: DatabaseSync,
  { addAuditEntry }: Pick<SyncCalls, 'addAuditEntry'>,
): PeopleCalls {
  const accounts = prepareAccounts(db);
  const consumeToken = prepareConsumeToken(db, accounts.hasOwner);
  const { listAll, findPerson, upsertPerson, findTakenValue } = accounts;
  const credentials = prepareEndCredentials(db);
  const mark = {
    read: db.prepare('SELECT mark FROM given_password'),
    forget: db.prepare('DELETE FROM given_password'),
    write: db.prepare('INSERT INTO given_password (mark) VALUES (?)'),
  };

  /**
   * Returns the reason for which an account cannot be changed to `after`; undefined if it can. `not-owner`:
   * `by` is given and is no owner. `last-owner`: no owner would remain. `name-taken` or `mail-taken`: another
   * account has the value.
   */
  function findFault(
    before: PersonEntry,
    after: PersonEntry,
    by: string | undefined,
  ): PersonFault | undefined {
    if (by !== undefined && findPerson({ id: by })?.role !== 'owner') return 'not-owner';
    if (before.role === 'owner' && after.role !== 'owner' && !accounts.hasOwner(before.id))
      return 'last-owner';
    return findTakenValue(after);
  }

  return {
    people: listAll,
    person: findPerson,
    /**
     * Creates an account. `word` is the hash of a one-time token, which is consumed. If name or mail address
     * are taken, or the token is invalid (`word-ended`), nothing changes.
     */
    addPerson({ person, word, now, note }): PersonOutcome {
      const taken = findTakenValue(person);
      if (taken) return { kind: taken };
      if (word !== undefined && !consumeToken(word, now)) return { kind: 'word-ended' };
      upsertPerson(person);
      addAuditEntry(note);
      return { kind: 'done', person };
    },
    /**
     * Changes an account, unless it is unknown or `findFault` returns a reason. `word` is as in `addPerson`.
     * A new password or mail address deletes the links for a new password. `endSessions` deletes the sessions
     * of the person, all or all but one, and `endsTokens` their API tokens.
     */
    changePerson({ id, change, by, word, endSessions, endsTokens = false, now, note }): PersonOutcome {
      const before = findPerson({ id });
      if (before === undefined) return { kind: 'unknown' };
      const person = applyPersonChange(before, change);
      const fault = findFault(before, person, by);
      if (fault) return { kind: fault };
      if (word !== undefined && !consumeToken(word, now)) return { kind: 'word-ended' };
      upsertPerson(person);
      if (person.password !== before.password || person.email !== before.email)
        credentials.endPasswordLinks(id);
      if (endSessions) credentials.endSessions(id, endSessions === 'all' ? '' : endSessions.except);
      if (endsTokens) credentials.endTokens(id);
      addAuditEntry(note);
      return { kind: 'done', person };
    },
    /**
     * Deletes an account, also a damaged one, with its sessions, API tokens and one-time tokens. Changes
     * nothing if it is unknown, if `by` is no owner (`not-owner`), or if no owner would remain
     * (`last-owner`).
     */
    removePerson({ id, by, note }): PersonOutcome {
      const person = accounts.findListed(id);
      if (person === undefined) return { kind: 'unknown' };
      const fault = findFault(person, { ...person, role: 'viewer' }, by);
      if (fault) return { kind: fault };
      credentials.endAllAndDeletePerson(id);
      addAuditEntry(note);
      return { kind: 'done', person };
    },
    /**
     * Consumes a code of a second factor, or a recovery code, by storing the account without it
     * (`applyCode`). Returns false, and changes nothing, if it is invalid or was already used, or the person
     * is unknown.
     */
    consumeCode({ id, ...code }) {
      const after = applyCode(findPerson({ id }), code);
      if (after) upsertPerson(after);
      return after !== undefined;
    },
    /**
     * Sets the password from the environment on the account with this name and makes it an owner; creates it
     * if nobody has that name. Ends its sessions and password links, and stores the mark of the password. The
     * result is always `done`.
     */
    setGivenPassword({ person, mark: given, note }): PersonOutcome {
      const after = setOwnerPassword(accounts.findRow({ name: person.name }), person);
      upsertPerson(after);
      credentials.endSessions(after.id, '');
      credentials.endPasswordLinks(after.id);
      mark.forget.run();
      mark.write.run(given);
      addAuditEntry(note);
      return { kind: 'done', person: after };
    },
    /**
     * Returns whether there is an owner whose account is intact, and the mark of the password from the
     * environment; no `mark` if none was given.
     */
    ownership() {
      const given = mark.read.get()?.mark;
      return { hasOwner: accounts.hasOwner(), ...(typeof given === 'string' && { mark: given }) };
    },
  };
}

/** Prepares the functions that read and write accounts. */
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

  /**
   * Returns the row of the account with this key; undefined if there is none. Name and mail address are found
   * regardless of case.
   */
  function findRow(key: PersonKey) {
    if ('id' in key) return select.id.get(key.id);
    if ('name' in key) return select.name.get(toComparisonKey(key.name));
    if ('email' in key) return select.email.get(toComparisonKey(key.email));
    return select.subject.get(key.subject);
  }
  return {
    findRow,
    /**
     * Returns the account with this key; undefined if there is none. Throws a `StoreError` if it is damaged.
     */
    findPerson: (key: PersonKey): PersonEntry | undefined => toPerson(findRow(key)),
    /** Returns the account with this id, with `isDamaged` if it is damaged; undefined if there is none. */
    findListed(id: string): SeenPerson | undefined {
      const found = findRow({ id });
      return found && toSeenPerson(found);
    },
    /**
     * Returns true if there is an owner whose account is intact, other than the person with the id `except`.
     */
    hasOwner: (except = '') => owners.all(except).some(isReadablePerson),
    /**
     * Returns all accounts, damaged ones too, with the time of their last use of a session or token, sorted
     * by name.
     */
    listAll: () => everybody.all().map(toSeenPerson),
    /**
     * Returns the value of this account that another account has already, first the name, then the mail
     * address; undefined if neither is taken.
     */
    findTakenValue({ id, name, email }: PersonEntry): 'name-taken' | 'mail-taken' | undefined {
      /** Returns true if another account has this key. */
      const isTaken = (key: PersonKey) => (findRow(key)?.id ?? id) !== id;
      if (isTaken({ name })) return 'name-taken';
      return email !== undefined && isTaken({ email }) ? 'mail-taken' : undefined;
    },
    /** Inserts an account, or replaces the one with the same id. */
    upsertPerson(person: PersonEntry): void {
      const { id, name_key, email_key, subject, role, content } = toPersonColumns(person);
      replace.run(id, name_key, email_key, subject, role, content);
    },
  };
}

/**
 * Returns a function that deletes the one-time token with a hash and returns true; with a `first-owner` token
 * it deletes all others of that use. If the token is unknown or has expired, or is a `first-owner` token
 * while there is an owner, it deletes nothing and returns false. It must run within the transaction of the
 * token's use.
 */
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

/**
 * Prepares the functions that delete the credentials of the person with an id: `endTokens` their API tokens,
 * `endPasswordLinks` the one-time tokens for a new password.
 */
function prepareEndCredentials(db: DatabaseSync) {
  const sessions = db.prepare('DELETE FROM sessions WHERE person = ? AND id <> ?');
  /**
   * Returns a function that deletes the rows of a table whose column has a value. `condition` is `<table>
   * WHERE <column>`.
   */
  const prepareDelete = (condition: string) => {
    const statement = db.prepare(`DELETE FROM ${condition} = ?`);
    return (person: string) => void statement.run(person);
  };
  const [endTokens, endPasswordLinks, deletePerson] = [
    prepareDelete('tokens WHERE person'),
    prepareDelete('words WHERE about'),
    prepareDelete('people WHERE id'),
  ];
  return {
    /** Deletes the sessions of a person, except the one with the id `except`; all if it is empty. */
    endSessions: (person: string, except: string) => void sessions.run(person, except),
    endTokens,
    endPasswordLinks,
    /** Deletes the sessions, API tokens and password links of a person, then the account. */
    endAllAndDeletePerson(person: string): void {
      sessions.run(person, '');
      for (const end of [endTokens, endPasswordLinks, deletePerson]) end(person);
    },
  };
}
