import type { Role } from '../protocol-people.ts';

/** Every role, from the one that may least. */
export const roles = ['viewer', 'editor', 'publisher', 'owner'] as const satisfies readonly Role[];

/** Whether a role may do what takes at least another one: `mayAs('publisher', 'editor') // true`. */
export function mayAs(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
