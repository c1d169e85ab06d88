import { hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveKeys, isSigned, issueToken, readToken, signValues } from './signed-token.ts';

const key = deriveKeys('a secret', 'ticket');
const values = ['f'.repeat(64), '/contact/ö', 1_000];
const token = issueToken(values, key);

describe('readToken', () => {
  it('gives back any values that were signed', () => {
    const signed = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer()), { maxLength: 6 });
    fc.assert(
      fc.property(signed, (signed) => {
        expect(readToken(issueToken(signed, key), key)).toEqual(signed);
      }),
    );
  });

  it('reads a token that is safe in a header, a URL and an attribute', () => {
    expect(token).toMatch(/^[\w.-]+$/);
  });

  it('refuses one that was changed anywhere', () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AQgw09-_.!'), (at, letter) => {
        fc.pre(token[at] !== letter);
        expect(readToken(token.slice(0, at) + letter + token.slice(at + 1), key)).toBeUndefined();
      }),
    );
  });

  it('takes no other key, of another use or another secret', () => {
    expect(readToken(token, deriveKeys('a secret', 'photo-link'))).toBeUndefined();
    expect(readToken(token, deriveKeys('another secret', 'ticket'))).toBeUndefined();
  });

  it.each([undefined, '', 'x', '....', 'bm9uZQ.', ['a', 'b'], `W10.${'a'.repeat(43)}`, 'a'.repeat(100_000)])(
    'takes %j for no token',
    (text) => {
      expect(readToken(text, key)).toBeUndefined();
    },
  );
});

describe('deriveKeys', () => {
  const old = 'the old secret';
  const [before, after] = [deriveKeys(old, 'photo-link'), deriveKeys(`the new secret, ${old}`, 'photo-link')];

  it('signs by the first secret of a list, and verifies by all', () => {
    expect(readToken(issueToken(values, before), after)).toEqual(values);
    const fresh = issueToken(values, after);
    expect(fresh).toBe(issueToken(values, deriveKeys('the new secret', 'photo-link')));
    expect(readToken(fresh, after)).toEqual(values);
    expect(readToken(fresh, before)).toBeUndefined();
  });

  it('goes on verifying by a secret that had a comma in it before there were lists', () => {
    const whole = [new Uint8Array(hkdfSync('sha256', 'one, secret', 'slipway', 'photo-link', 32))];
    expect(readToken(issueToken(values, whole), deriveKeys('one, secret', 'photo-link'))).toEqual(values);
  });
});

describe('isSigned', () => {
  it('tells lists of values apart that would read alike one after the other', () => {
    const signature = signValues(['a', 'bc', 1], key);
    expect(isSigned(['a', 'bc', 1], { key, signature })).toBe(true);
    expect(isSigned(['ab', 'c', 1], { key, signature })).toBe(false);
    expect(isSigned(['a', 'bc', '1'], { key, signature })).toBe(false);
    expect(isSigned(['a', 'bc', 1], { key, signature: '' })).toBe(false);
  });
});
