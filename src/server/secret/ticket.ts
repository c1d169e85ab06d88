import { issueToken, type Keys, readToken } from '../secret/signed-token.ts';

/** What a page notes when it is drawn, so that its enquiry is judged by the form that the visitor saw. */
export interface TicketNote {
  /** Hash of the form. */
  readonly formHash: string;
  /** Path of the page: `/contact`. */
  readonly path: string;
  /** BCP 47. */
  readonly locale: string;
  /** Milliseconds since 1970 UTC. */
  readonly issuedAt: number;
  /** When its form was begun, where answers that were saved earlier are gone on with: milliseconds since 1970 UTC. */
  readonly begunAt?: number;
}

/** The note as a signed token. `key` comes from `deriveKeys(secret, 'ticket')`. */
export function issueTicket({ formHash, path, locale, issuedAt, begunAt }: TicketNote, key: Keys): string {
  return issueToken([formHash, path, locale, issuedAt, ...(begunAt === undefined ? [] : [begunAt])], key);
}

/** Reads a ticket back, however old it is; undefined for what was not signed here. */
export function readTicket(ticket: string, key: Keys): TicketNote | undefined {
  const values = readToken(ticket, key);
  if (values === undefined) return undefined;
  // The key signs nothing but tickets.
  const [formHash, path, locale, issuedAt, begunAt] = values as [string, string, string, number, number?];
  return { formHash, path, locale, issuedAt, ...(begunAt !== undefined && { begunAt }) };
}
