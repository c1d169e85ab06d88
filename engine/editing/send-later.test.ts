import { describe, expect, it } from 'vitest';
import { applyPatches } from './change.ts';
import { getSendLater, sendLaterLimits, setSendLater } from './send-later.ts';

describe('getSendLater', () => {
  it.each([
    ['seven days where the settings are silent', {}, { days: 7 }],
    ['the days of the settings', { sendLater: { days: 3 } }, { days: 3 }],
    ['nothing where it is off', { sendLater: false }, undefined],
  ])('returns %s', (_, settings, sendLater) => {
    expect(getSendLater({ 'settings.json': settings })).toEqual(sendLater);
  });
});

describe('setSendLater', () => {
  it.each([
    [{ days: 30 }, { days: 30 }],
    [false, undefined],
    [true, { days: 7 }],
  ])('%j is read back', (set, sendLater) => {
    for (const settings of [{}, { sendLater: false }]) {
      const documents = { 'settings.json': settings };
      const applied = applyPatches(documents, setSendLater(documents, set));
      expect(applied.ok && getSendLater(applied.documents)).toEqual(sendLater);
    }
  });
});

it('sendLaterLimits are those of the meta schema', () => {
  expect(sendLaterLimits).toEqual({ minimum: 1, maximum: 30 });
});
