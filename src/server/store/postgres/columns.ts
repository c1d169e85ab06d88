import { sql } from 'kysely';

export function isOf(id: string) {
  return sql<boolean>`(id = ${id} OR reference = ${id})`;
}
