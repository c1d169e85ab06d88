import { expect, it } from 'vitest';
import { decryptText, encryptText } from './encrypt.ts';
import { deriveKeys } from './signed-token.ts';

const keys = (secret: string) => deriveKeys(secret, 'installation-key');

it('opens what one of the secrets has sealed, and nothing else', () => {
  const sealed = encryptText('the text', keys('old'));
  expect(sealed).not.toContain('the text');
  expect(encryptText('the text', keys('old'))).not.toBe(sealed);
  expect(decryptText(sealed, keys('new,old'))).toBe('the text');
  expect(decryptText(sealed, keys('new'))).toBeUndefined();
  expect(decryptText(sealed, deriveKeys('old', 'second-factor'))).toBeUndefined();
  expect(
    decryptText(
      sealed.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')),
      keys('old'),
    ),
  ).toBeUndefined();
  expect(decryptText('', keys('old'))).toBeUndefined();
});
