import { issueToken, readToken, type SigningKeys } from './signed-token.ts';

/**
 * The content of a page's ticket. It identifies the form that the visitor saw, by which the enquiry is
 * judged.
 */
export interface TicketContent {
  readonly formHash: string;
  /** The path of the page: `/contact`. */
  readonly path: string;
  readonly locale: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** The time at which the visitor began, if saved answers are continued: milliseconds since 1970. */
  readonly begunAt?: number;
}

/**
 * Returns the signed ticket.
 * @param key From `deriveKeys(secret, 'ticket')`.
 */
export function issueTicket(
  { formHash, path, locale, issuedAt, begunAt }: TicketContent,
  key: SigningKeys,
): string {
  return issueToken([formHash, path, locale, issuedAt, ...(begunAt === undefined ? [] : [begunAt])], key);
}

/** Returns the content of a ticket of any age; undefined if it is no ticket or its signature is not valid. */
export function readTicket(ticket: string, key: SigningKeys): TicketContent | undefined {
  const values = readToken(ticket, key);
  if (values === undefined) return undefined;
  // The key signs only tickets.
  const [formHash, path, locale, issuedAt, begunAt] = values as [string, string, string, number, number?];
  return { formHash, path, locale, issuedAt, ...(begunAt !== undefined && { begunAt }) };
}
