import { sql } from 'kysely';

/** Of a row of `enquiries`: whose id or reference it is. */
export function isOf(id: string) {
  return sql<boolean>`(id = ${id} OR reference = ${id})`;
}
