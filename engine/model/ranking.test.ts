import { describe, expect, it } from 'vitest';
import {
  hasSharedPositions,
  joinPositions,
  readPositions,
  sortByPosition,
  toPositionKey,
} from './ranking.ts';

const choices = ['price', 'speed', 3];

describe('readPositions', () => {
  it.each([
    [
      ['speed', 3, 'price'],
      [3, 1, 2],
    ],
    [['speed'], [undefined, 1, undefined]],
    [
      ['gone', 'speed', 'price'],
      [2, 1, undefined],
    ],
    [{ price: 1, speed: 1 }, [1, 1, undefined]],
    [{ price: 0, speed: 4, 3: 1.5 }, [undefined, undefined, undefined]],
    [undefined, [undefined, undefined, undefined]],
    ['speed', [undefined, undefined, undefined]],
  ])('reads %j as %j', (value, positions) => {
    expect(readPositions(value, choices)).toEqual(positions);
  });

  it('reads no position that every object inherits', () => {
    expect(readPositions({}, ['constructor', '__proto__'])).toEqual([undefined, undefined]);
  });
});

describe('joinPositions', () => {
  it('returns the choices in order, without those that have no position', () => {
    expect(joinPositions([3, 1, 2], choices)).toEqual(['speed', 3, 'price']);
    expect(joinPositions([3, undefined, 1], choices)).toEqual([3, 'price']);
    expect(joinPositions([undefined, undefined, undefined], choices)).toBeUndefined();
  });

  it('returns the positions if two choices share one, so that they can be read again', () => {
    const shared = joinPositions([2, 2, 1], choices);
    expect(shared).toEqual({ price: 2, speed: 2, 3: 1 });
    expect(readPositions(shared, choices)).toEqual([2, 2, 1]);
    expect(hasSharedPositions(shared)).toBe(true);
  });

  it('tells shared positions from other objects and lists', () => {
    for (const value of [{}, { price: 1, speed: 2 }, { price: 'a', speed: 'a' }, [1, 1], null, 'a'])
      expect(hasSharedPositions(value)).toBe(false);
  });
});

it('sortByPosition puts choices without a position last, in their order', () => {
  expect(sortByPosition([undefined, 2, undefined, 1], ['a', 'b', 'c', 'd'])).toEqual(['d', 'b', 'a', 'c']);
});

it('toPositionKey has no bracket and takes any text', () => {
  expect(toPositionKey('low [kg]')).toBe('low%20%5Bkg%5D');
  expect(toPositionKey('\ud800')).toBe('%EF%BF%BD');
});
