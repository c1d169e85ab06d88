import type { Role } from '../../../api/people.ts';

/** All roles, the least first. */
export const roles = ['viewer', 'editor', 'publisher', 'owner'] as const satisfies readonly Role[];

/** Returns true if a role is `least` or includes it: `includesRole('publisher', 'editor') // true`. */
export function includesRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
