import type { EnquiryRight, Me, Reach, Role } from '../../studio/protocol-people.ts';
import type { PersonEntry } from '../store/people-entry.ts';

/** Who asks for something of the studio, and what they may. */
export interface Actor extends Reach {
  readonly id: string;
  /** As they sign in, and as others see them. */
  readonly name: string;
  readonly via: 'session' | 'token';
  /** From where. */
  readonly address: string;
}

/** The roles by what they may, from the least. */
const rank: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, publisher: 2, owner: 3 };

/** Whether a role may do what at least another one may. */
export function mayAs(role: Role, least: Role): boolean {
  return rank[role] >= rank[least];
}

/** The rights by what they may, from the least. */
const rightRank: Readonly<Record<EnquiryRight, number>> = { read: 0, handle: 1, erase: 2 };

/** Whether somebody may do with enquiries what takes at least this right. */
export function mayWithEnquiries({ enquiries }: Reach, least: EnquiryRight): boolean {
  return enquiries !== undefined && rightRank[enquiries] >= rightRank[least];
}

/** What a token may: the lesser of its own role and right and of those whose it is, within their limits. */
export function lesser(reach: Reach, { role, enquiries }: Pick<Reach, 'role' | 'enquiries'>): Reach {
  const { enquiries: own, ...most } = reachOf(reach);
  const right = enquiries && own && (rightRank[enquiries] < rightRank[own] ? enquiries : own);
  return { ...most, ...(mayAs(most.role, role) && { role }), ...(right && { enquiries: right }) };
}

/** A role with its right and its limits alone; an owner has none. */
export function reachOf({ role, enquiries, types, sites }: Reach): Reach {
  if (role === 'owner') return { role, enquiries: 'erase' };
  return { role, ...(enquiries && { enquiries }), ...(types && { types }), ...(sites && { sites }) };
}

/** Somebody as they are told of themselves. */
export function meOf(
  person: PersonEntry,
  { via, reach }: { readonly via: Me['via']; readonly reach: Reach },
): Me {
  const { id, name, email, password, secondFactor } = person;
  return {
    ...{ id, name, ...reach, via, hasPassword: password !== undefined },
    ...(email !== undefined && { email }),
    ...(secondFactor && {
      secondFactor: {
        since: secondFactor.since,
        recoveryCodesLeft: secondFactor.recoveryCodes.length,
      },
    }),
  };
}
