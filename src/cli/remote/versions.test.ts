import { expect, it } from 'vitest';
import { formatVersion, isRemoteVersion } from './versions.ts';

const version = { number: 1, state: 'live', origin: 'push', by: 'anna', note: '', at: 1_800_000_000_000 };

it('accepts only times that can be printed', () => {
  expect(isRemoteVersion({ ...version, liveAt: 1_800_000_000_000 })).toBe(true);
  expect(formatVersion(version)).toBe('1 live 2027-01-15 08:00 UTC by anna (push)');
  for (const strange of [
    { at: 9e15 },
    { liveAt: 'x' },
    { liveAt: 9e15 },
    { goesLiveAt: null },
    { number: 1.5 },
  ])
    expect(isRemoteVersion({ ...version, ...strange })).toBe(false);
});
