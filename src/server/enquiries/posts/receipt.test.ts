import { describe, expect, it } from 'vitest';
import { deriveKeys } from '../../platform/secret/signed-token.ts';
import { readReceipt, signReceipt } from './receipt.ts';

const key = deriveKeys('secret', 'form-post');
const note = { reference: 'ABCD-1234', enquiryType: 3, path: '/fr/caf%C3%A9', sentAt: 1_000 };
const on = { key, path: note.path, now: 2_000, maxAgeMs: 5_000 };

describe('readReceipt', () => {
  it('gives back what was signed', () => {
    expect(readReceipt(signReceipt(note, key), on)).toEqual(note);
  });

  it('takes nothing that was altered, is of another secret or page, or is too old', () => {
    const word = signReceipt(note, key);
    const [, signature] = word.split('.');
    const other = Buffer.from(JSON.stringify(['ZZZZ', 3, note.path, 1_000])).toString('base64url');
    expect(readReceipt(`${other}.${signature}`, on)).toBeUndefined();
    expect(readReceipt(word, { ...on, key: deriveKeys('other', 'form-post') })).toBeUndefined();
    expect(readReceipt(word, { ...on, path: '/contact' })).toBeUndefined();
    expect(readReceipt(word, { ...on, now: 7_000 })).toBeUndefined();
  });

  it.each([undefined, '', 'x', 'bm9uZQ.', ['a', 'b'], `W10.${'a'.repeat(43)}`])(
    'takes %j for none',
    (word) => {
      expect(readReceipt(word, on)).toBeUndefined();
    },
  );
});
