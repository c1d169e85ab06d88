import { expect, it } from 'vitest';
import { deriveKeys } from '../../platform/secret/signed-token.ts';
import { issueTicket } from '../../platform/secret/ticket.ts';
import { type FiguresToken, issueFiguresToken, readFiguresToken } from './figures-token.ts';

const key = deriveKeys('a secret', 'figures');
const note: FiguresToken = { formHash: 'f'.repeat(64), path: '/contact', day: '2026-11-23' };

it('is the same for every visitor of a page on a day, and is read by its own key alone', () => {
  const pass = issueFiguresToken(note, key);
  expect(issueFiguresToken({ ...note }, key)).toBe(pass);
  expect(readFiguresToken(pass, key)).toEqual(note);
  expect(readFiguresToken(pass, deriveKeys('another secret', 'figures'))).toBeUndefined();
  const ticket = issueTicket({ ...note, locale: 'en', issuedAt: 0 }, deriveKeys('a secret', 'ticket'));
  expect(readFiguresToken(ticket, key)).toBeUndefined();
  for (const other of [undefined, null, 7, {}, '', 'x.y'])
    expect(readFiguresToken(other, key)).toBeUndefined();
});
