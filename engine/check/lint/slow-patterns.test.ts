import { describe, expect, it } from 'vitest';
import type { Documents } from '../../model/types.ts';
import { lintSchemas } from './schemas.ts';

/** Returns the findings for a text with these keywords. */
function lintKeywords(keywords: object, shared: object = {}): readonly (readonly [string, string])[] {
  const schema = { type: 'object', properties: { message: { type: 'string', ...keywords } } };
  const documents = { 'fields.json': { $defs: shared }, 'forms/general/schema.json': schema };
  return lintSchemas(documents as unknown as Documents)
    .filter(({ code }) => code === 'slow-pattern')
    .map(({ severity, reason }) => [severity, reason]);
}

describe('lintSchemas', () => {
  it.each<readonly [string, object, RegExp]>([
    ['what a group has taken', { pattern: '^(?!(x+)+\\1!)[\\s\\S]*$' }, /has a backreference/],
    ['a group by its name', { pattern: '^(?<q>x+)+\\k<q>$' }, /has a backreference/],
    ['very many ways', { pattern: `^${'a?'.repeat(40)}$` }, /in very many ways/],
    [
      'a lookaround that fails behind a repetition',
      { pattern: '^(a+)+(?=y)' },
      /extremely long on some short texts/,
    ],
    ['a polynomial without a longest text', { pattern: '\\s+$' }, /"maxLength": 2000 or less/],
    ['one of a higher degree', { pattern: '^.*,.*,.*$', maxLength: 5_000 }, /"maxLength": 158 or less/],
    ['a lookaround in a repetition', { pattern: '^(?:(?!.*foo).)*$' }, /a lookaround and one/],
    ['names of members', { patternProperties: { '\\s+$': {} } }, /"maxLength": 2000 or less/],
  ])('refuses a pattern with %s', (_what, keywords, reason) => {
    expect(lintKeywords(keywords)).toEqual([['error', expect.stringMatching(reason)]]);
  });

  it.each<readonly [string, object]>([
    ['a longest text that is short enough', { pattern: '\\s+$', maxLength: 2_000 }],
    ['one that it refers to', { allOf: [{ maxLength: 2_000 }], pattern: '\\s+$' }],
    [
      'names that are short enough',
      { patternProperties: { '\\s+$': {} }, propertyNames: { maxLength: 100 } },
    ],
    ['lookarounds at its beginning', { pattern: '^(?=.*\\d)(?=.*[a-z]).{8,}$' }],
    ['words', { pattern: '\\b(?:yes|no)\\b' }],
    ['numbers of characters', { pattern: '^\\d{3,4}-?\\d{6,8}$' }],
  ])('takes a pattern with %s', (_what, keywords) => {
    expect(lintKeywords(keywords)).toEqual([]);
  });
});
