import { describe, expect, it } from 'vitest';
import { mayFetchEarly, type OpenedForm, shouldHydrateAtOnce } from './hydration-time.ts';

const untouched: OpenedForm = {
  hasDraft: false,
  hasAnswer: false,
  hasStep: false,
  isTarget: false,
  isChanged: false,
  isFocused: false,
};

describe('shouldHydrateAtOnce', () => {
  it('is false for a form that nobody has touched', () => {
    expect(shouldHydrateAtOnce(untouched)).toBe(false);
  });

  it.each(Object.keys(untouched))('is true if there is something to restore or to go on with: %s', (name) => {
    expect(shouldHydrateAtOnce({ ...untouched, [name]: true })).toBe(true);
  });
});

describe('mayFetchEarly', () => {
  it.each([
    [undefined, true],
    [{}, true],
    [{ saveData: false, effectiveType: '4g' }, true],
    [{ effectiveType: '3g' }, true],
    [{ effectiveType: '2g' }, false],
    [{ effectiveType: 'slow-2g' }, false],
    [{ saveData: true, effectiveType: '4g' }, false],
  ])('of the connection %j is %s', (connection, expected) => {
    expect(mayFetchEarly(connection)).toBe(expected);
  });
});
