import type { Role } from '../protocol-people.ts';

/** All roles, the least first. */
export const roles = ['viewer', 'editor', 'publisher', 'owner'] as const satisfies readonly Role[];

/** True if a role includes another: `includesRole('publisher', 'editor') // true`. */
export function includesRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
