import { sql } from 'kysely';
import type { MailContent } from '../mail-queue.ts';

/** Of a row of `enquiries`: whose id or reference it is. */
export function isOf(id: string) {
  return sql<boolean>`(id = ${id} OR reference = ${id})`;
}

/** Of a column that only `accept` writes, and it writes a `MailContent`. */
export function readMailContent(text: string): MailContent {
  return JSON.parse(text) as MailContent;
}
