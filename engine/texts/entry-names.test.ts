import { describe, expect, it } from 'vitest';
import { finaliseEntryKeys, findEntryProblems, getEntryName, toEntryKey } from './entry-names.ts';

const finalKeys = (keys: readonly string[]) =>
  finaliseEntryKeys(keys.map((key) => [key, 'v'])).map(([key]) => key);

describe('toEntryKey', () => {
  it.each(['teak', ' teak\u200B', 'constructor', 'toString'])(
    'is the name where no other entry has it: %s',
    (name) => {
      expect(toEntryKey(name, ['oak'])).toBe(name.trim().replace('\u200B', ''));
    },
  );

  it.each(['', ' ', '\u200B', 'teak', 'teak\uFEFF'])(
    'is one that nobody else has, and of which the name is known, where it is %j',
    (name) => {
      const first = toEntryKey(name, ['teak']);
      const second = toEntryKey(name, ['teak', first]);
      expect(new Set(['teak', first, second]).size).toBe(3);
      expect([getEntryName(first), getEntryName(second)]).toEqual(
        Array(2).fill(name.includes('teak') ? 'teak' : ''),
      );
    },
  );
});

describe('finaliseEntryKeys', () => {
  it('is the name as soon as no other entry has it', () => {
    const key = toEntryKey('teak', ['teak']);
    expect(finalKeys(['teak', key])).toEqual(['teak', key]);
    expect(finalKeys(['elm', key])).toEqual(['elm', 'teak']);
  });
});

describe('findEntryProblems', () => {
  it('finds entries without a name, those whose name another has, and what no entry can be called, at every depth', () => {
    const twice = toEntryKey('teak', ['teak']);
    expect(
      findEntryProblems({
        timbers: { teak: 'a', [twice]: 'b', 'oak ': 'c', oak: 'd' },
        rooms: [{ labels: { '\u200B': 'e', fine: 'f', ['__proto__']: 'g' } }],
      }),
    ).toEqual([
      { field: `timbers/${twice}`, code: 'repeated-name' },
      { field: 'timbers/oak', code: 'repeated-name' },
      { field: 'rooms/0/labels/\u200B', code: 'missing-name' },
      { field: 'rooms/0/labels/__proto__', code: 'wrong-name' },
    ]);
  });

  it('finds entries that have a name and no value', () => {
    expect(
      findEntryProblems({ timbers: { teak: '', oak: 'b' }, rooms: [{ hall: '' }], ports: [''], name: '' }),
    ).toEqual([
      { field: 'timbers/teak', code: 'required' },
      { field: 'rooms/0/hall', code: 'required' },
    ]);
  });
});
