import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessScope, EnquiryRight, PeopleRefusal, Role } from '../../../api/people.ts';
import { findPasswordFault, type PasswordFault } from '../../admin/people/password-fault.ts';
import { isMailAddress } from '../../platform/config/variables.ts';
import { sendPeopleRefusal } from './account/auth.ts';

/** Returns the members of a body. It has none of the expected members if the body is not an object. */
export function getBody({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  return Object(body) as Readonly<Record<string, unknown>>;
}

/**
 * Returns true for an integer from 1 that JavaScript stores exactly. A database refuses other numbers for its
 * numbers and times.
 */
export function isPositiveInteger(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/**
 * Returns a value of a body if it is a text, also an empty one. Undefined if it is no text, or longer than
 * `most` characters.
 */
export function parseBoundedText(value: unknown, most = 500): string | undefined {
  return typeof value === 'string' && value.length <= most ? value : undefined;
}

/**
 * Returns the name of a person in NFC, without superfluous spaces. Undefined if it is invalid: empty, with an
 * `@`, longer than 60 characters, or a name that could imitate another one.
 */
export function parsePersonName(value: unknown): string | undefined {
  const name = parseBoundedText(value, 200)?.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  return name !== undefined &&
    visibleNamePattern.test(name) &&
    !name.split(/[^\p{L}\p{M}]/u).some(mixesScripts)
    ? name
    : undefined;
}

/**
 * At least one visible letter or digit, and no invisible characters (Unicode Standard Annex 44,
 * "Default_Ignorable_Code_Point"; U+2800 is a blank).
 */
const visibleNamePattern =
  /^(?=.*[\p{L}\p{N}])(?!.*\p{M}{4})[^@\p{C}\p{Default_Ignorable_Code_Point}\u2800]{1,60}$/u;

/** Scripts with letters that look like those of another one. */
const similarScripts = [/\p{sc=Latn}/u, /\p{sc=Cyrl}/u, /\p{sc=Grek}/u, /\p{sc=Armn}/u, /\p{sc=Cher}/u];

/**
 * Returns true if a word mixes scripts that look alike (Unicode Technical Standard 39, "Mixed-Script
 * Detection").
 */
function mixesScripts(word: string): boolean {
  const letters = [...word].filter((letter) => /\p{L}/u.test(letter));
  return (
    letters.length > 0 &&
    similarScripts.filter((script) => letters.some((one) => script.test(one))).length > 1
  );
}

/** Returns the trimmed mail address; undefined if it is none, or longer than 254 characters. */
export function parseEmail(value: unknown): string | undefined {
  const email = parseBoundedText(value, 254)?.trim();
  return email !== undefined && isMailAddress(email) ? email : undefined;
}

/**
 * Returns a role with its right to enquiries and its limits. Undefined if one of them is invalid, such as an
 * empty list of limits. The limits of an owner are dropped. The ids need not exist.
 */
export function parseAccessScope({
  role,
  enquiries,
  types,
  sites,
}: Readonly<Record<string, unknown>>): AccessScope | undefined {
  if (typeof role !== 'string' || !Object.hasOwn(roles, role)) return undefined;
  if (enquiries !== undefined && !isEnquiryRight(enquiries)) return undefined;
  const given: AccessScope = {
    role: role as Role,
    ...(enquiries !== undefined && { enquiries }),
    ...(types !== undefined && { types: types as readonly string[] }),
    ...(sites !== undefined && { sites: sites as readonly string[] }),
  };
  if (![given.types, given.sites].every(isScopeLimit)) return undefined;
  const { types: _types, sites: _sites, ...unlimited } = given;
  return given.role === 'owner' ? unlimited : given;
}

/** Returns true for the name of a right to enquiries. */
function isEnquiryRight(value: unknown): value is EnquiryRight {
  return typeof value === 'string' && Object.hasOwn(rights, value);
}

const rights: Readonly<Record<EnquiryRight, true>> = { read: true, handle: true, erase: true };

const roles: Readonly<Record<Role, true>> = { viewer: true, editor: true, publisher: true, owner: true };

/** Returns true if a limit is absent, or a list of 1 to 200 ids. */
function isScopeLimit(value: unknown): boolean {
  if (value === undefined) return true;
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= 200 &&
    value.every((one) => typeof one === 'string' && one.length > 0 && one.length <= 100)
  );
}

/** Sends 400 with a message for a field. */
export function sendBadField(reply: FastifyReply, field: string, message: string): FastifyReply {
  return sendPeopleRefusal(reply, 400, { error: 'bad-request', field, message });
}

/** Returns the refusal of a password that is too weak, or is no text; undefined if it is accepted. */
export function refuseWeakPassword(
  password: unknown,
  options: Parameters<typeof findPasswordFault>[1],
): Extract<PeopleRefusal, { readonly error: 'weak-password' }> | undefined {
  const reason: PasswordFault | undefined =
    typeof password === 'string' ? findPasswordFault(password, options) : 'too-short';
  return reason && { error: 'weak-password', reason };
}
