import type { PersonChange, PersonEntry } from './people-entry.ts';
import { keyOf } from './people-key.ts';

/** What the columns of an account hold. */
export function personColumns(person: PersonEntry) {
  const { id, name, email, subject, role } = person;
  return {
    ...{ id, name_key: keyOf(name), email_key: email === undefined ? null : keyOf(email) },
    ...{ subject: subject ?? null, role, content: JSON.stringify(person) },
  };
}

/** An account as a row has it, whose content only `personColumns` makes. */
export function toPerson(row: { readonly content?: unknown } | undefined): PersonEntry | undefined {
  return row && (JSON.parse(String(row.content)) as PersonEntry);
}

/** An account as it is after a change. */
export function changedPerson(person: PersonEntry, change: PersonChange): PersonEntry {
  const entries = Object.entries({ ...person, ...change }).filter(([, value]) => value !== null);
  // What null takes away may be absent.
  return unlimited(Object.fromEntries(entries) as unknown as PersonEntry);
}

/** An account by whose role it is the owner's with the password that the environment gives. */
export function givenOwner(
  before: PersonEntry | undefined,
  given: PersonEntry & { readonly password: string },
): PersonEntry {
  return unlimited(before ? { ...before, role: 'owner', password: given.password } : given);
}

/** An account after a code of its second factor was taken, or a recovery code; undefined: it cannot be taken (any more). */
export function afterCode(
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

/** An owner is limited to nothing. */
function unlimited(person: PersonEntry): PersonEntry {
  if (person.role !== 'owner') return person;
  const { types: _types, sites: _sites, ...rest } = person;
  return rest;
}
