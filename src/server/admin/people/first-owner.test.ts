import { describe, expect, it } from 'vitest';
import { isReservedName } from './first-owner.ts';

describe('isReservedName', () => {
  it.each([
    'owner',
    'Owner',
    ' OWNER ',
    'ｏwner',
    '0wner',
    'ᴏwner',
    'ⲟwner',
    'Owner.',
    'ówner',
    'o-w-n-e-r',
    'o w n e r',
    'оwner',
    'Οwner',
    'ownеr',
    'ovvner',
    'own3r',
    'ōẅñéř',
    '"owner"',
  ])('keeps what looks like the owner from everybody else: %s', (name) => {
    expect(isReservedName(name, 'publisher')).toBe(true);
    expect(isReservedName(name, 'owner')).toBe(false);
  });

  it.each(['Owen', 'Towner', 'Owner 2', 'Joan Owner', 'Anna', '漢字'])(
    'leaves other names alone: %s',
    (name) => {
      expect(isReservedName(name, 'viewer')).toBe(false);
    },
  );
});
