import { sql } from 'kysely';

export function hasIdOrReference(id: string) {
  return sql<boolean>`(id = ${id} OR reference = ${id})`;
}
