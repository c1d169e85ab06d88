import { describe, expect, it } from 'vitest';
import { findBrowser, findTestBrowser, packagedBrowser, whyNoPackagedBrowser } from '../support/browser.ts';

describe.each([findTestBrowser, findBrowser])('$name', (find) => {
  it('takes the browser that CHROMIUM names', () => {
    expect(find({ CHROMIUM: process.execPath })).toBe(process.execPath);
  });

  it('refuses a CHROMIUM that is not there, and says what to do', () => {
    expect(() => find({ CHROMIUM: '/nowhere/chromium' })).toThrow(
      'Cannot use CHROMIUM "/nowhere/chromium": no such file; name a Chromium\'s executable or unset it',
    );
  });
});

describe('findTestBrowser', () => {
  it('takes the packaged browser where that runs, whatever is installed', ({ skip }) => {
    const reason = whyNoPackagedBrowser();
    if (reason) return skip(reason);
    expect(findTestBrowser({})).toBe(packagedBrowser());
  });
});
