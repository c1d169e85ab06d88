import { sql } from 'kysely';

/** Returns the condition that an enquiry has this id or this reference. */
export function hasIdOrReference(id: string) {
  return sql<boolean>`(id = ${id} OR reference = ${id})`;
}
