import type { Role } from '../../../api/people.ts';
import { createShape } from '../../platform/validate-shape.ts';
import { toComparisonKey } from './comparison-key.ts';
import type { PersonChange, PersonEntry, SeenPerson } from './people-entry.ts';
import { createDamagedRowError, readJsonColumn } from './stored-json.ts';
import { scopeShape } from './stored-scope.ts';

/**
 * Returns the values of the columns of an account: comparison keys to search by, and the account itself as
 * JSON.
 */
export function toPersonColumns(person: PersonEntry) {
  const { id, name, email, subject, role } = person;
  return {
    id,
    name_key: toComparisonKey(name),
    email_key: email === undefined ? null : toComparisonKey(email),
    subject: subject ?? null,
    role,
    content: JSON.stringify(person),
  };
}

/** The columns of an account that are read: its name as a comparison key, and the account as JSON. */
export interface PersonRow {
  readonly name_key?: unknown;
  readonly content?: unknown;
}

/**
 * Converts a row to an account; undefined if there is no row. Only the content is used.
 * @throws StoreError if the content is not JSON or not an account: it authorizes nothing
 */
export function toPerson(row: PersonRow | undefined): PersonEntry | undefined {
  if (row === undefined) return undefined;
  const person = readJsonColumn(storedPerson, row.content);
  if (person === undefined) throw createDamagedRowError('people', String(row.name_key));
  return person;
}

/**
 * Converts a row to an account in a list. A damaged one has `isDamaged` and the values of its columns: its
 * name is then the comparison key, and its time of creation 0. `seenAt` is absent if the column is no number.
 */
export function toSeenPerson(
  row: PersonRow & { readonly id?: unknown; readonly role?: unknown; readonly seen_at?: unknown },
): SeenPerson {
  const { id, name_key: name, role, seen_at: seenAt } = row;
  const person = readJsonColumn(storedPerson, row.content) ?? {
    id: String(id),
    name: String(name),
    createdAt: 0,
    // The table's CHECK lets no other text in.
    role: role as Role,
    isDamaged: true as const,
  };
  return { ...person, ...(typeof seenAt === 'number' && { seenAt }) };
}

/** Returns true if the account is intact, so that its person can sign in. */
export function isReadablePerson({ content }: PersonRow): boolean {
  return readJsonColumn(storedPerson, content) !== undefined;
}

/**
 * Returns the account after a change, as a new object. Null removes a property; an owner loses `types` and
 * `sites`.
 */
export function applyPersonChange(person: PersonEntry, change: PersonChange): PersonEntry {
  const entries = Object.entries({ ...person, ...change }).filter(([, value]) => value !== null);
  // Only optional properties can be null in a change.
  return removeOwnerLimits(Object.fromEntries(entries) as unknown as PersonEntry);
}

/**
 * Returns the account of the row as an owner with the given password, without `types` and `sites`. Without a
 * row it returns `given`; a damaged account is replaced by `given` with the id of the row. Writes nothing.
 */
export function setOwnerPassword(
  row: (PersonRow & { readonly id?: unknown }) | undefined,
  given: PersonEntry & { readonly password: string },
): PersonEntry {
  if (row === undefined) return given;
  const before = readJsonColumn(storedPerson, row.content) ?? { ...given, id: String(row.id) };
  return removeOwnerLimits({ ...before, role: 'owner', password: given.password });
}

/**
 * Returns the account with a code consumed: its time step becomes the last one, or the hash of the recovery
 * code is removed. Returns undefined if the step is not later than the last one, the hash is unknown, or
 * there is no account or no second factor. Does not check the code itself.
 */
export function applyCode(
  person: PersonEntry | undefined,
  code: { readonly step: number } | { readonly recoveryCode: string },
): PersonEntry | undefined {
  const factor = person?.secondFactor;
  if (person === undefined || factor === undefined) return undefined;
  if ('step' in code) {
    if (code.step <= factor.lastStep) return undefined;
    return { ...person, secondFactor: { ...factor, lastStep: code.step } };
  }
  const recoveryCodes = factor.recoveryCodes.filter((hash) => hash !== code.recoveryCode);
  if (recoveryCodes.length === factor.recoveryCodes.length) return undefined;
  return { ...person, secondFactor: { ...factor, recoveryCodes } };
}

/**
 * Returns an owner without `types` and `sites`, since owners have access to everything; other people
 * unchanged.
 */
function removeOwnerLimits(person: PersonEntry): PersonEntry {
  if (person.role !== 'owner') return person;
  const { types: _types, sites: _sites, ...rest } = person;
  return rest;
}

const storedPerson = createShape<PersonEntry>({
  type: 'object',
  required: ['id', 'name', 'role', 'createdAt'],
  properties: {
    ...scopeShape,
    id: { type: 'string' },
    name: { type: 'string' },
    createdAt: { type: 'number' },
    email: { type: 'string' },
    password: { type: 'string' },
    subject: { type: 'string' },
    secondFactor: {
      type: 'object',
      required: ['secret', 'since', 'lastStep', 'recoveryCodes'],
      properties: {
        secret: { type: 'string' },
        since: { type: 'number' },
        lastStep: { type: 'number' },
        recoveryCodes: { type: 'array', items: { type: 'string' } },
      },
    },
  },
});
