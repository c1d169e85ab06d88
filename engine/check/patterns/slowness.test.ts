import { describe, expect, it } from 'vitest';
import { documents } from '../../../test/support/forms.ts';
import { type Slowness, slownessOf } from './slowness.ts';

const patterns: readonly (readonly [string, Slowness])[] = [
  ['^a*$', 'linear'],
  ['^[0-9]{4}$', 'linear'],
  ['^\\d+([.,]\\d+)?$', 'linear'],
  ['^\\p{L}+(?:[ -]\\p{L}+)*$', 'linear'],
  ['^(?:\\d{1,3}\\.){3}\\d{1,3}$', 'linear'],
  ['^[a-z]+(?:-?[a-z]+)*x', 'exponential'],
  ['^(a+)+$', 'exponential'],
  ['^(a*)*$', 'exponential'],
  ['^(a|a)*$', 'exponential'],
  ['^(?:\\w|\\d)*$', 'exponential'],
  ['^(?:a|ab|b)*$', 'exponential'],
  ['^(\\w+\\s?)*$', 'exponential'],
  ['^([a-zA-Z0-9]+\\.?)+@x$', 'exponential'],
  ['^(?=(a+)+$)', 'exponential'],
  ['^(?:(?:a{1,4}){1,4})*$', 'exponential'],
  ['^\\s*\\S+\\s*$', 'linear'],
  ['^.*,.*,.*$', 'polynomial'],
  ['^a*a*$', 'polynomial'],
  ['\\s+$', 'polynomial'],
  ['\\w+@\\w+', 'polynomial'],
  ['\\w', 'linear'],
  ['\\w+', 'linear'],
  ['(a+)+', 'linear'],
  ['(', 'linear'],
];

describe('slownessOf', () => {
  it.each(patterns)('tells %s to be %s', (pattern, slowness) => {
    expect(slownessOf(pattern)).toBe(slowness);
  });

  it('finds the patterns of our own fields linear', () => {
    const found: string[] = [];
    JSON.stringify(documents(), (key, value) => {
      if (key === 'pattern' && typeof value === 'string') found.push(value);
      return value;
    });
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter((pattern) => slownessOf(pattern) !== 'linear')).toEqual([]);
  });
});
