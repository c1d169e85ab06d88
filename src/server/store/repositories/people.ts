import { type Insertable, sql } from 'kysely';
import { toComparisonKey } from '../records/comparison-key.ts';
import type { OneTimeToken, PersonEntry, PersonFault, PersonKey } from '../records/people-entry.ts';
import {
  applyCode,
  applyPersonChange,
  isReadablePerson,
  setOwnerPassword,
  toPerson,
  toPersonColumns,
  toSeenPerson,
} from '../records/stored-person.ts';
import { auditRepository } from './audit.ts';
import { lockGroup } from './coordination.ts';
import { removeInboxViews } from './inbox-views.ts';
import { deleteNotifications } from './notifications.ts';
import type { SharedTables } from './shared-tables.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository, type Steps } from './statement.ts';

const { addAuditEntry } = auditRepository;

/**
 * The calls about accounts. Unique names and the last owner depend on all accounts, so changes run one after
 * another. A damaged account that must be read rejects with a `StoreError`.
 */
export const peopleRepository: Repository<
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
  *people() {
    return (yield* fetchAll(selectEverybody())).map(toSeenPerson);
  },
  person: findPerson,
  /**
   * Creates an account. `word` is the hash of a one-time token, which is consumed. Returns the reason, and
   * does nothing, if the name or mail address is taken or the token is invalid (`word-ended`).
   */
  *addPerson({ person, word, now, note }) {
    yield* lockGroup('people');
    const taken = yield* findTakenValue(person);
    if (taken) return { kind: taken };
    if (word !== undefined && !(yield* consumeToken(word, now))) return { kind: 'word-ended' };
    yield* execute(upsert(toPersonColumns(person)));
    yield* addAuditEntry(note);
    return { kind: 'done', person };
  },
  /**
   * Changes an account and, if asked, ends its sessions and API tokens. `word` is as in `addPerson`. A new
   * password or mail address deletes the links for a new password. Returns the reason, and does nothing, if
   * the account is unknown, `by` is given and no owner, no owner would remain, a value is taken, or the token
   * is invalid.
   */
  *changePerson({ id, change, by, word, endSessions, endsTokens = false, now, note }) {
    yield* lockGroup('people');
    const before = toPerson(yield* fetchFirst(selectAndLock({ id })));
    if (before === undefined) return { kind: 'unknown' };
    const person = applyPersonChange(before, change);
    const fault = yield* findFault({ before, after: person, by });
    if (fault) return { kind: fault };
    if (word !== undefined && !(yield* consumeToken(word, now))) return { kind: 'word-ended' };
    yield* execute(upsert(toPersonColumns(person)));
    if (person.password !== before.password || person.email !== before.email)
      yield* execute(deletePasswordLinks({ person: id }));
    if (endSessions)
      yield* execute(deleteSessions({ person: id, except: endSessions === 'all' ? '' : endSessions.except }));
    if (endsTokens) yield* execute(deleteTokens({ person: id }));
    yield* addAuditEntry(note);
    return { kind: 'done', person };
  },
  /**
   * Deletes an account, also a damaged one, with its sessions, tokens and one-time tokens. Does nothing, and
   * returns `unknown` without an account, `not-owner` if `by` is no owner, and `last-owner` if no owner would
   * remain.
   */
  *removePerson({ id, by, note }) {
    yield* lockGroup('people');
    const row = yield* fetchFirst(selectAndLock({ id }));
    if (row === undefined) return { kind: 'unknown' };
    const person = toSeenPerson(row);
    const fault = yield* findFault({ before: person, after: { ...person, role: 'viewer' }, by });
    if (fault) return { kind: fault };
    yield* execute(deleteSessions({ person: id, except: '' }));
    yield* execute(deleteTokens({ person: id }));
    yield* execute(deletePasswordLinks({ person: id }));
    yield* execute(deleteGuide({ id }));
    yield* deleteNotifications(id);
    yield* removeInboxViews(id);
    yield* execute(deletePerson({ id }));
    yield* addAuditEntry(note);
    return { kind: 'done', person };
  },
  /**
   * Records that a time step of the second factor, or a recovery code by its hash, is used; does not check
   * the code itself. Returns false, and does nothing, if the step is not later than the last one, or the hash
   * is unknown or was already used.
   */
  *consumeCode({ id, ...code }) {
    yield* lockGroup('people');
    const after = applyCode(yield* findPerson({ id }), code);
    if (after) yield* execute(upsert(toPersonColumns(after)));
    return after !== undefined;
  },
  /**
   * Sets the password of the owner from the environment, stores its mark, and ends the owner's sessions and
   * password links. Creates the owner if nobody has that name; an account with that name becomes an owner.
   */
  *setGivenPassword({ person: given, mark, note }) {
    yield* lockGroup('people');
    const person = setOwnerPassword(yield* findPersonRow({ name: given.name }), given);
    yield* execute(upsert(toPersonColumns(person)));
    yield* execute(deleteSessions({ person: person.id, except: '' }));
    yield* execute(deletePasswordLinks({ person: person.id }));
    yield* execute(deleteMark());
    yield* execute(insertMark({ mark }));
    yield* addAuditEntry(note);
    return { kind: 'done', person };
  },
  /**
   * Returns whether there is an owner whose account is intact, and the mark of the password from the
   * environment; no `mark` if none was given.
   */
  *ownership() {
    const given = yield* fetchFirst(selectMark());
    return { hasOwner: yield* hasOwner(), ...given };
  },
};

/** The columns that `toPerson` and `toSeenPerson` read. */
const personColumns = ['id', 'name_key', 'role', 'content'] as const;

const selectEverybody = defineStatement(({ db }) =>
  db
    .selectFrom('people')
    .select([
      ...personColumns,
      sql<number | null>`(SELECT max(at) FROM (
        SELECT max(seen_at) AS at FROM sessions WHERE person = people.id
        UNION ALL SELECT max(used_at) FROM tokens WHERE person = people.id
      ) AS uses)`.as('seen_at'),
    ])
    .orderBy('name_key'),
);

const selectPerson = defineStatement(
  (
    { db },
    {
      id,
      nameKey,
      emailKey,
      subject,
    }: { id?: string; nameKey?: string; emailKey?: string; subject?: string },
  ) =>
    db
      .selectFrom('people')
      .select(personColumns)
      .$if(id !== undefined, (some) => some.where('id', '=', id ?? ''))
      .$if(nameKey !== undefined, (some) => some.where('name_key', '=', nameKey ?? ''))
      .$if(emailKey !== undefined, (some) => some.where('email_key', '=', emailKey ?? ''))
      .$if(subject !== undefined, (some) => some.where('subject', '=', subject ?? '')),
);

/**
 * Selects an account and locks it, so that no session or token is added until the transaction ends. One that
 * is being added is committed first, and then seen by the deletions.
 */
const selectAndLock = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.selectFrom('people').select(personColumns).where('id', '=', id).forUpdate(),
);

const selectOwners = defineStatement(({ db }, { except }: { readonly except: string }) =>
  db.selectFrom('people').select('content').where('role', '=', 'owner').where('id', '<>', except),
);

/** Stores an account, or replaces the one with the same id. */
const upsert = defineStatement(({ db }, { id, ...columns }: Insertable<SharedTables['people']>) =>
  db
    .insertInto('people')
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns)),
);

const deletePerson = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.deleteFrom('people').where('id', '=', id),
);

/** Deletes the state of the guide of a person. */
const deleteGuide = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.deleteFrom('guides').where('person', '=', id),
);

const selectMark = defineStatement(({ db }) => db.selectFrom('given_password').select('mark'));
const deleteMark = defineStatement(({ db }) => db.deleteFrom('given_password'));
const insertMark = defineStatement(({ db }, row: { readonly mark: string }) =>
  db.insertInto('given_password').values(row),
);

const selectTokenUse = defineStatement(
  ({ db }, { hash, now }: { readonly hash: string; readonly now: number }) =>
    db.selectFrom('words').select('use').where('hash', '=', hash).where('expires_at', '>', now),
);
const deleteToken = defineStatement(({ db }, { hash }: { readonly hash: string }) =>
  db.deleteFrom('words').where('hash', '=', hash),
);
const deleteFirstOwnerTokens = defineStatement(({ db }) =>
  db.deleteFrom('words').where('use', '=', 'first-owner'),
);

/** Deletes all sessions of a person but the one with the id `except`; all if it is empty. */
const deleteSessions = defineStatement(
  ({ db }, { person, except }: { readonly person: string; readonly except: string }) =>
    db.deleteFrom('sessions').where('person', '=', person).where('id', '<>', except),
);
/** Deletes the API tokens of a person. */
const deleteTokens = defineStatement(({ db }, { person }: { readonly person: string }) =>
  db.deleteFrom('tokens').where('person', '=', person),
);
/** Deletes the one-time tokens about a person, by which a new password is set. */
const deletePasswordLinks = defineStatement(({ db }, { person }: { readonly person: string }) =>
  db.deleteFrom('words').where('about', '=', person),
);

/**
 * Returns the row of an account by one key, name and mail address regardless of case; undefined if there is
 * none.
 */
function findPersonRow(key: PersonKey) {
  if ('name' in key) return fetchFirst(selectPerson({ nameKey: toComparisonKey(key.name) }));
  if ('email' in key) return fetchFirst(selectPerson({ emailKey: toComparisonKey(key.email) }));
  return fetchFirst(selectPerson(key));
}

/**
 * Returns an account by one key; undefined if there is none.
 * @throws StoreError `damaged` if the account is not intact
 */
function* findPerson(key: PersonKey): Steps<PersonEntry | undefined> {
  return toPerson(yield* findPersonRow(key));
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
function* findFault({ before, after, by }: AccountChange): Steps<PersonFault | undefined> {
  if (by !== undefined && (yield* findPerson({ id: by }))?.role !== 'owner') return 'not-owner';
  if (before.role === 'owner' && after.role !== 'owner' && !(yield* hasOwner(before.id))) return 'last-owner';
  return yield* findTakenValue(after);
}

/** Returns true if there is an owner whose account is intact, other than `except`. */
function* hasOwner(except = ''): Steps<boolean> {
  return (yield* fetchAll(selectOwners({ except }))).some(isReadablePerson);
}

/** Returns which value of this account another one has already; undefined if none. */
function* findTakenValue({ id, name, email }: PersonEntry): Steps<'name-taken' | 'mail-taken' | undefined> {
  /** Returns true if another account has this name or mail address. */
  function* isTaken(key: PersonKey): Steps<boolean> {
    return ((yield* findPersonRow(key))?.id ?? id) !== id;
  }
  if (yield* isTaken({ name })) return 'name-taken';
  return email !== undefined && (yield* isTaken({ email })) ? 'mail-taken' : undefined;
}

/**
 * Deletes a valid one-time token, and with a `first-owner` token all others of that use. Returns false if it
 * is invalid, or a `first-owner` token while there is an owner. Call it within the transaction of its use.
 */
function* consumeToken(hash: string, now: number): Steps<boolean> {
  const row = yield* fetchFirst(selectTokenUse({ hash, now }));
  // The table's CHECK lets no other text in.
  const use = row?.use as OneTimeToken['use'] | undefined;
  const isFirst = use === 'first-owner';
  if (use === undefined || (isFirst && (yield* hasOwner()))) return false;
  yield* execute(isFirst ? deleteFirstOwnerTokens() : deleteToken({ hash }));
  return true;
}
