import { expect, it } from 'vitest';
import { findConfiguredPasswordWarnings } from './configured-password.ts';

const settings = { shortestPassword: 15, longestPassword: 200 };

it.each([
  ['four brown herons at dusk', undefined],
  ['hunter2', 'SLIPWAY_STUDIO_PASSWORD has fewer than 15 characters'],
  ['owner-owner-owner', 'is hardly more than a name'],
  ['x y'.repeat(100), 'has more than 200 characters'],
  ['four brown herons at dusk\n', 'begins or ends with a space'],
])('warns of a given password that can be guessed, without showing it: %j', (studioPassword, warning) => {
  const warnings = findConfiguredPasswordWarnings({ studioPassword }, settings);
  expect(warnings).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)]);
  expect(warnings.join()).not.toContain(studioPassword);
});

it('warns of none where none is given', () => {
  expect(findConfiguredPasswordWarnings({ studioPassword: undefined }, settings)).toEqual([]);
});
