import type { Me, Reach, Role } from '../../studio/protocol-people.ts';
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

/** What is common to a role and one's own limits, and the lesser of two roles: what a token of somebody may. */
export function lesser(reach: Reach, role: Role): Reach {
  return mayAs(role, reach.role) ? reachOf(reach) : { ...reachOf(reach), role };
}

/** A role and its limits alone; an owner has none. */
export function reachOf({ role, types, sites }: Reach): Reach {
  if (role === 'owner') return { role };
  return { role, ...(types && { types }), ...(sites && { sites }) };
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
