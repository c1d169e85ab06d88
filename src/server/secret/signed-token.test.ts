import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveKey, isSigned, issueToken, readToken, signatureOf } from './signed-token.ts';

const key = deriveKey('a secret', 'ticket');
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
    expect(readToken(token, deriveKey('a secret', 'photo-link'))).toBeUndefined();
    expect(readToken(token, deriveKey('another secret', 'ticket'))).toBeUndefined();
  });

  it.each([undefined, '', 'x', '....', 'bm9uZQ.', ['a', 'b'], `W10.${'a'.repeat(43)}`, 'a'.repeat(100_000)])(
    'takes %j for no token',
    (text) => {
      expect(readToken(text, key)).toBeUndefined();
    },
  );
});

describe('isSigned', () => {
  it('tells lists of values apart that would read alike one after the other', () => {
    const signature = signatureOf(['a', 'bc', 1], key);
    expect(isSigned(['a', 'bc', 1], { key, signature })).toBe(true);
    expect(isSigned(['ab', 'c', 1], { key, signature })).toBe(false);
    expect(isSigned(['a', 'bc', '1'], { key, signature })).toBe(false);
    expect(isSigned(['a', 'bc', 1], { key, signature: '' })).toBe(false);
  });
});
