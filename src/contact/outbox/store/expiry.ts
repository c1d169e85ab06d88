import { dayMs } from '#engine/model/moments/time-zone.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { StoringTime, WaitingEnquiry } from './waiting-enquiry.ts';

/**
 * Returns how long an enquiry is stored. Where the ticket shows that the browser's clock is behind, the days count from
 * the ticket's time: the network may correct the clock before the enquiry is sent.
 * @param ticket The ticket of the page (docs/contract.md, "Headers").
 */
export function planExpiry({
  now,
  days,
  ticket,
}: {
  readonly now: number;
  readonly days: number;
  readonly ticket: string | undefined;
}): Pick<WaitingEnquiry, 'until' | 'days' | 'storedAt'> {
  const server = readTicketTime(ticket);
  const until = Math.max(now, server ?? now) + days * dayMs;
  return { until, days, ...(server !== undefined && { storedAt: { local: now, server } }) };
}

/**
 * Returns the time in ms at which the server issued a ticket, which is never later than now. Undefined without a ticket
 * of our server.
 */
function readTicketTime(ticket: string | undefined): number | undefined {
  const encoded = ticket?.split('.')[0]?.replaceAll('-', '+').replaceAll('_', '/');
  try {
    const values: unknown = JSON.parse(atob(encoded ?? ''));
    const issuedAt: unknown = Array.isArray(values) ? values[ticketTimeIndex] : undefined;
    return typeof issuedAt === 'number' ? issuedAt : undefined;
  } catch {
    return undefined;
  }
}

/** The position of the time among the values of a ticket. */
const ticketTimeIndex = 3;

/** Returns the enquiries that may still be sent, and deletes those whose time is over. */
export async function listCurrent(
  store: OutboxStore,
): Promise<{ readonly current: readonly WaitingEnquiry[]; readonly expired: readonly WaitingEnquiry[] }> {
  const now = Date.now();
  const all = await Promise.all(
    (await store.list()).map(async (one) => {
      const until = limitExpiry(one, now);
      if (until === one.until) return one;
      const limited = { ...one, until };
      // Without space it is tried again at the next look.
      await store
        .replace(limited)
        .catch((error: unknown) => console.warn('Cannot store a shorter time:', error));
      return limited;
    }),
  );
  const expired = all.filter(({ until }) => until <= now);
  for (const { id } of expired) await store.remove(id);
  return { current: all.filter(({ until }) => until > now), expired };
}

/**
 * Returns the time until which an enquiry is stored, by a clock that may have been changed since. A clock that was set
 * back makes it no longer; one that is behind the server's time of the storing is wrong, and changes nothing.
 */
function limitExpiry({ until, days, storedAt }: WaitingEnquiry, now: number): number {
  if (days === undefined) return until;
  const longestMs = days * dayMs;
  if (storedAt === undefined || now >= storedAt.server) return Math.min(until, now + longestMs);
  return isOverByWrongClock(storedAt, longestMs, now) ? now : until;
}

/** Returns true if a clock that was behind at the storing, and still is, has run for the longest time. */
function isOverByWrongClock({ local, server }: StoringTime, longestMs: number, now: number): boolean {
  return local < server && now >= local + longestMs;
}
