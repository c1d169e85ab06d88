import { expect, it } from 'vitest';
import { findTestBrowser } from '../support/browser.ts';

it('refuses a CHROMIUM that is not there, and says what to do', () => {
  expect(() => findTestBrowser({ CHROMIUM: '/nowhere/chromium' })).toThrow(
    'Cannot use CHROMIUM "/nowhere/chromium": no such file; name a Chromium\'s executable or unset it',
  );
});
