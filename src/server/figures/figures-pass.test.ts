import { expect, it } from 'vitest';
import { deriveKeys } from '../secret/signed-token.ts';
import { issueTicket } from '../secret/ticket.ts';
import { type FiguresPass, issueFiguresPass, readFiguresPass } from './figures-pass.ts';

const key = deriveKeys('a secret', 'figures');
const note: FiguresPass = { formHash: 'f'.repeat(64), path: '/contact', day: '2026-11-23' };

it('is the same for every visitor of a page on a day, and is read by its own key alone', () => {
  const pass = issueFiguresPass(note, key);
  expect(issueFiguresPass({ ...note }, key)).toBe(pass);
  expect(readFiguresPass(pass, key)).toEqual(note);
  expect(readFiguresPass(pass, deriveKeys('another secret', 'figures'))).toBeUndefined();
  const ticket = issueTicket({ ...note, locale: 'en', issuedAt: 0 }, deriveKeys('a secret', 'ticket'));
  expect(readFiguresPass(ticket, key)).toBeUndefined();
  for (const other of [undefined, null, 7, {}, '', 'x.y'])
    expect(readFiguresPass(other, key)).toBeUndefined();
});
