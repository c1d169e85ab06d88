import { describe, expect, it } from 'vitest';
import { isAuthLinkPath } from './auth-pages.tsx';

describe('isAuthLinkPath', () => {
  it.each([
    ['/studio/welcome', true],
    ['/studio/reset', true],
    ['/studio/reset/more', false],
    ['/studio/constructor', false],
    ['/studio/toString', false],
    ['/studio', false],
  ])('says of %s: %s', (path, isLink) => {
    expect(isAuthLinkPath(path)).toBe(isLink);
  });
});
