import { describe, expect, it } from 'vitest';
import { findBrowser } from '../support/browser.ts';

describe('findBrowser', () => {
  it('takes the browser that CHROMIUM names', () => {
    expect(findBrowser({ CHROMIUM: process.execPath })).toBe(process.execPath);
  });

  it('refuses a CHROMIUM that is not there, and says what to do', () => {
    expect(() => findBrowser({ CHROMIUM: '/nowhere/chromium' })).toThrow(
      'Cannot use CHROMIUM "/nowhere/chromium": no such file; name a Chromium\'s executable or unset it',
    );
  });
});
