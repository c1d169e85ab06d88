import { expect, it } from 'vitest';
import { openSealed, sealText } from './seal.ts';
import { deriveKeys } from './signed-token.ts';

const keys = (secret: string) => deriveKeys(secret, 'installation-key');

it('opens what one of the secrets has sealed, and nothing else', () => {
  const sealed = sealText('the text', keys('old'));
  expect(sealed).not.toContain('the text');
  expect(sealText('the text', keys('old'))).not.toBe(sealed);
  expect(openSealed(sealed, keys('new,old'))).toBe('the text');
  expect(openSealed(sealed, keys('new'))).toBeUndefined();
  expect(openSealed(sealed, deriveKeys('old', 'second-factor'))).toBeUndefined();
  expect(
    openSealed(
      sealed.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')),
      keys('old'),
    ),
  ).toBeUndefined();
  expect(openSealed('', keys('old'))).toBeUndefined();
});
