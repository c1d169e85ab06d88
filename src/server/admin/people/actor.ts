import type { AccessScope, EnquiryRight, Role, SignedInPerson } from '../../../api/people.ts';
import type { PersonEntry } from '../../store/records/people-entry.ts';

/** The person or program that sends a request to the studio, with its permissions. */
export interface Actor extends AccessScope {
  readonly id: string;
  readonly name: string;
  readonly via: 'session' | 'token';
  /** The IP address of the request. */
  readonly address: string;
}

/** The author of an action: a person of the studio, or a name for anybody else (`command line`). */
export type ActionAuthor = Actor | string;

/** The rank of roles. A higher role includes the lower ones. */
const roleRank: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, publisher: 2, owner: 3 };

/** Returns true if `role` is `least` or a higher role. */
export function isRoleAtLeast(role: Role, least: Role): boolean {
  return roleRank[role] >= roleRank[least];
}

/** The rank of rights to enquiries. A higher right includes the lower ones. */
const rightRank: Readonly<Record<EnquiryRight, number>> = { read: 0, handle: 1, erase: 2 };

/** Returns true if the scope's right to enquiries is `least` or a higher one; false if it has none. */
export function includesEnquiryRight({ enquiries }: AccessScope, least: EnquiryRight): boolean {
  return enquiries !== undefined && rightRank[enquiries] >= rightRank[least];
}

/**
 * Returns the scope of a token: the lesser of the token's role and right and those of its person, with the
 * person's limits. Without a right of either there is no right to enquiries.
 */
export function restrictScope(
  personScope: AccessScope,
  { role, enquiries }: Pick<AccessScope, 'role' | 'enquiries'>,
): AccessScope {
  const { enquiries: own, ...most } = pickAccessScope(personScope);
  const right = enquiries && own && (rightRank[enquiries] < rightRank[own] ? enquiries : own);
  return { ...most, ...(isRoleAtLeast(most.role, role) && { role }), ...(right && { enquiries: right }) };
}

/**
 * Returns only the role, right and limits of an object, such as a person. Owners have every right and no
 * limits.
 */
export function pickAccessScope({ role, enquiries, types, sites }: AccessScope): AccessScope {
  if (role === 'owner') return { role, enquiries: 'erase' };
  return { role, ...(enquiries && { enquiries }), ...(types && { types }), ...(sites && { sites }) };
}

/**
 * Converts a person to what the studio shows them about themselves. The role, right and limits are those of
 * the credential (`reach`).
 */
export function toSignedInPerson(
  person: PersonEntry,
  { via, reach }: { readonly via: SignedInPerson['via']; readonly reach: AccessScope },
): SignedInPerson {
  const { id, name, email, password, secondFactor } = person;
  return {
    id,
    name,
    ...reach,
    via,
    hasPassword: password !== undefined,
    ...(email !== undefined && { email }),
    ...(secondFactor && {
      secondFactor: {
        since: secondFactor.since,
        recoveryCodesLeft: secondFactor.recoveryCodes.length,
      },
    }),
  };
}
