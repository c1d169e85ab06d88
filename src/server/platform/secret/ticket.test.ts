import { expect, it } from 'vitest';
import { planExpiry } from '../../../contact/outbox/store/expiry.ts';
import { deriveKeys } from './signed-token.ts';
import { issueTicket, readTicket, type TicketContent } from './ticket.ts';

const key = deriveKeys('a secret', 'ticket');
const note: TicketContent = {
  formHash: 'f'.repeat(64),
  path: '/contact/ö',
  locale: 'en-GB',
  issuedAt: 1_000,
};

it('gives back what was noted, to nobody but its own key', () => {
  const ticket = issueTicket(note, key);
  expect(readTicket(ticket, key)).toEqual(note);
  expect(readTicket(ticket, deriveKeys('another secret', 'ticket'))).toBeUndefined();
  const resumed = { ...note, begunAt: 500 };
  expect(readTicket(issueTicket(resumed, key), key)).toEqual(resumed);
});

it('has its time where the browser reads it', () => {
  const ticket = issueTicket(note, key);
  expect(planExpiry({ now: 5, days: 7, ticket }).storedAt).toEqual({ local: 5, server: 1_000 });
});
