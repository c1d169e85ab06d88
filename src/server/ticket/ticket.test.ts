import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveKey } from '../secret/derive-key.ts';
import { issueTicket, type TicketNote, verifyTicket } from './ticket.ts';

const key = deriveKey('a secret', 'ticket');
const maxAgeMs = 86_400_000;
const issuedAt = Date.UTC(2026, 10, 21);
const note: TicketNote = { formHash: 'f'.repeat(64), path: '/contact/ö', locale: 'en-GB', issuedAt };
const ticket = issueTicket({ note, key });

function verify(ticket: string, now = issuedAt) {
  return verifyTicket({ ticket, key, now, maxAgeMs });
}

describe('verifyTicket', () => {
  it('gives back what was noted', () => {
    expect(verify(ticket)).toEqual({ isValid: true, note });
  });

  it('does so for any note', () => {
    const notes = fc.record({
      formHash: fc.string(),
      path: fc.string({ unit: 'grapheme' }),
      locale: fc.string(),
      issuedAt: fc.integer({ min: 0, max: issuedAt }),
    });
    fc.assert(
      fc.property(notes, (note) => {
        const verdict = verifyTicket({
          ticket: issueTicket({ note, key }),
          key,
          now: note.issuedAt,
          maxAgeMs,
        });
        expect(verdict).toEqual({ isValid: true, note });
      }),
    );
  });

  it('is safe in a header, a URL and an attribute', () => {
    expect(ticket).toMatch(/^[\w.-]+$/);
  });

  it('holds for 24 hours and no longer', () => {
    expect(verify(ticket, issuedAt + maxAgeMs).isValid).toBe(true);
    expect(verify(ticket, issuedAt + maxAgeMs + 1)).toEqual({ isValid: false, reason: 'too-old' });
  });

  it('holds where the clock of another instance is a little behind', () => {
    expect(verify(ticket, issuedAt - 5000).isValid).toBe(true);
  });

  it('refuses one that was changed anywhere', () => {
    fc.assert(
      fc.property(fc.nat(ticket.length - 1), fc.constantFrom(...'AQgw09-_.!'), (at, letter) => {
        fc.pre(ticket[at] !== letter);
        expect(verify(ticket.slice(0, at) + letter + ticket.slice(at + 1)).isValid).toBe(false);
      }),
    );
  });

  it('tells an altered one from a foreign one', () => {
    const [version, kid, content = '', mac] = ticket.split('.');
    const other = Buffer.from(JSON.stringify(['0', '/', 'en', issuedAt + 1])).toString('base64url');
    expect(verify([version, kid, other, mac].join('.'))).toEqual({ isValid: false, reason: 'altered' });
    expect(verify(['2', kid, content, mac].join('.'))).toEqual({ isValid: false, reason: 'foreign' });
    const ofAnotherSecret = issueTicket({ note, key: deriveKey('another secret', 'ticket') });
    expect(verify(ofAnotherSecret)).toEqual({ isValid: false, reason: 'foreign' });
  });

  it.each(['', 'x', '....', '1.a.b.c', 'null', `1.${'a'.repeat(100_000)}`, '\u0000', '1.😀.b.c'])(
    'calls what is no ticket foreign: %j',
    (text) => {
      expect(verify(text)).toEqual({ isValid: false, reason: 'foreign' });
    },
  );

  it('does not take a signature of another use', () => {
    const key = deriveKey('a secret', 'photo-link');
    expect(verifyTicket({ ticket, key, now: issuedAt, maxAgeMs })).toEqual({
      isValid: false,
      reason: 'foreign',
    });
  });
});
