import { sql } from 'kysely';

/** Returns an SQL condition on `enquiries`: true for the row whose id or reference is `id`. */
export function hasIdOrReference(id: string) {
  return sql<boolean>`(id = ${id} OR reference = ${id})`;
}
