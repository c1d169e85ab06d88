import { describe, expect, it } from 'vitest';
import { readFrozenDocuments } from '../../../test/support/forms.ts';
import { getPatternTime, type Slowness } from './slowness.ts';

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
  ['^.*,.*,.*,.*$', 'polynomial'],
  ['^a*a*$', 'polynomial'],
  ['\\s+$', 'polynomial'],
  ['\\w+@\\w+', 'polynomial'],
  ['\\w', 'linear'],
  ['\\w+', 'linear'],
  ['(a+)+', 'linear'],
  ['(', 'linear'],
  // Of bounded repetitions it counts how many ways there are.
  ['^\\d{3,4}-?\\d{6,8}$', 'linear'],
  ['^[A-Z]{1,2}[0-9R][0-9A-Z]? ?[0-9][A-Z]{2}$', 'linear'],
  ['^.{0,100}x.{0,100}$', 'linear'],
  ['^(?:a{1,30}){1,30}$', 'exponential'],
  ['^(?:a{1,12}){1,12}$', 'exponential'],
  ['^(?:a?){3}$', 'linear'],
  ['^(?:a?){40}a{40}$', 'exponential'],
  [`^${'a?'.repeat(40)}$`, 'unproven'],
  [`^${'(?:x|x)'.repeat(40)}$`, 'unproven'],
  [`^${'(?:x|y)'.repeat(40)}$`, 'linear'],
  // Ways that are many, though no power of the length, are no fewer where a chain of circles follows, or something like one.
  [`^${'a?'.repeat(30)}${'a'.repeat(30)}b{0,2}b{0,2}$`, 'unproven'],
  [`^${'(?:a|a)'.repeat(30)}b{0,2}b{0,2}$`, 'unproven'],
  [`^${'(?:a|a)'.repeat(24)}.*,.*,.*$`, 'unproven'],
  [`^${'(?:a|ab|abc)(?:bc|c)?'.repeat(16)}x*x*$`, 'unproven'],
  [`^(?=${'(?:a|a)'.repeat(30)}b*b*$)`, 'unproven'],
  [`^${'(?:x|y)'.repeat(40)}.*,.*,.*$`, 'polynomial'],
  [`^(?:${Array.from({ length: 500 }, (_, index) => `w${index}`).join('|')})+$`, 'unproven'],
  // Of a list of words there are as many ways as words, however they begin.
  [`^(?:${Array.from({ length: 500 }, (_, index) => `w${index}`).join('|')})$`, 'linear'],
  [`^${'a?'.repeat(20)}$`, 'linear'],
  [`^${'a?'.repeat(22)}$`, 'unproven'],
  // What lookarounds ask is asked again and again, and lets what came before fail.
  ['^(?=.*\\d)(?=.*[a-z]).{8,}$', 'linear'],
  ['^(?!.*\\.\\.)[a-z.]+@[a-z.]+$', 'linear'],
  ['^(?!.*x.*x.*x.*x.*y)[\\s\\S]*$', 'polynomial'],
  ['^(?:(?!foo).)*$', 'linear'],
  ['^(?:(?!.*foo).)*$', 'polynomial'],
  ['^(?:(?=.*y).)*$', 'polynomial'],
  ['(?=.*y)x', 'polynomial'],
  // It is asked anywhere, also where nothing else is: before an edge, or alone.
  ['(?!.*)', 'polynomial'],
  ['(?=.*y)', 'polynomial'],
  ['(?=.*y)^x', 'polynomial'],
  ['(?<!\\s+)$', 'polynomial'],
  ['^x|a*(?=.*y)$', 'polynomial'],
  ['^x(?=.*y)', 'linear'],
  [
    '(?<=[^\\s.])\\.(?!(?:jpe?g|png|webp|hei[cf]|gif|pdf|avif|tiff?)(?![\\w.-]))|(?<=\\w):(?=[\\w/])',
    'linear',
  ],
  // One that begins with "^" is that.
  ['(?=^.{8,}$)(?=.*\\d)(?=.*[a-z]).*$', 'linear'],
  ['(?=^(?=.*y)x|^z)', 'linear'],
  ['(?=^x|y)(?=.*z)', 'polynomial'],
  // What is asked once adds its steps to those of the others.
  ['^(?!.{65})[\\w.+-]+@', 'linear'],
  [`^${`(?!${'a?'.repeat(18)}b)`.repeat(9)}a`, 'unproven'],
  [`^${`(?!${'a?'.repeat(18)}b)`.repeat(3)}a*$`, 'linear'],
  ['^x$|\\b$', 'linear'],
  ['^(a+)+(?=y)', 'exponential'],
  ['^(a+)+(?!y)', 'exponential'],
  ['^(x+)+\\b', 'exponential'],
  ['(?<=^x(a+)+)b', 'exponential'],
  ['\\bfoo\\b', 'linear'],
  // However short a lookaround is, it is asked at every step: the ways of both multiply.
  [`^(?:(?!${'a?'.repeat(20)}b).)*$`, 'polynomial'],
  [`(?<=b${'a?'.repeat(18)})c`, 'polynomial'],
  // One that has matched asks no more.
  [`(?<=${'a?'.repeat(18)}b)c`, 'linear'],
  [`^${'a?'.repeat(20)}(?=${'a?'.repeat(20)}b)c`, 'unproven'],
  ['^(?:(?!a{500}b)a)*$', 'polynomial'],
  [`^(?:${'(?!a{30}b)'.repeat(9)}a)*$`, 'polynomial'],
  ['(?:a(?!a{30}b)){60}c', 'polynomial'],
  ['^(?:(?!a{30}b)a)*$', 'linear'],
  [`^(?=${'a?'.repeat(18)}b)`, 'linear'],
  [Array.from({ length: 40 }, (_, index) => `\\bw${index}\\b`).join('|'), 'linear'],
  ['^(?:(a+)+[^\\s\\S]|ok)$', 'exponential'],
  // So many of something that the loop stands for them: a text with fewer is searched from each of its places.
  ['a{100000}', 'polynomial'],
  ['(?:a{1000}){1000}', 'exponential'],
  ['a{4294967295}', 'polynomial'],
  ['^a{20000}$', 'linear'],
  ['^a{20000,}$', 'linear'],
  ['\\w{700,}', 'polynomial'],
  // An assertion in the middle parts a circle in two, each of which leads to the other.
  ['(?:.|$\\s+)+', 'unproven'],
  ['(?:\\da|(?:(?!b).|$a+)+)', 'unproven'],
  // Of what it does not understand it says so.
  ['^(?!(x+)+\\1!)[\\s\\S]*$', 'unproven'],
  ['^(?<q>x+)+\\k<q>$', 'unproven'],
  ['^(a+)\\1$', 'unproven'],
  ['^(a|b)\\1$', 'unproven'],
  ['^(?i:a+)+$', 'unproven'],
];

describe('getPatternTime', () => {
  it.each(patterns)('tells %s to be %s', (pattern, slowness) => {
    expect(getPatternTime(pattern).slowness).toBe(slowness);
  });

  it('finds the patterns of our own fields linear', () => {
    const found: string[] = [];
    JSON.stringify(readFrozenDocuments(), (key, value) => {
      if (key === 'pattern' && typeof value === 'string') found.push(value);
      return value;
    });
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter((pattern) => getPatternTime(pattern).slowness !== 'linear')).toEqual([]);
  });
});
