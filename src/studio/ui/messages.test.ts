import { describe, expect, it } from 'vitest';
import { documentFindingDescriptions } from '#engine/check/finding.ts';
import { listMessageLiterals } from '../../../test/languages/messages.ts';
import { findFindingTitle } from './finding-title.ts';
import { createFormatMessage } from './messages.ts';
import ar from './words/ar.json';
import de from './words/de.json';
import en from './words/en.json';
import findingsAr from './words/findings.ar.json';
import findingsDe from './words/findings.de.json';
import findingsFr from './words/findings.fr.json';
import fr from './words/fr.json';

const codes = Object.keys(documentFindingDescriptions);

describe.each([
  { locale: 'ar', words: ar, findings: findingsAr },
  { locale: 'de', words: de, findings: findingsDe },
  { locale: 'fr', words: fr, findings: findingsFr },
])('the studio in "$locale"', ({ locale, words, findings }) => {
  it('has every word of its own, and none too many', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  });

  it('has a title for every code that a check can tell, and none too many', () => {
    expect(Object.keys(findings).sort()).toEqual([...codes].sort());
  });

  it('says each finding by a sentence of its own, which is not the English one', () => {
    const titles = codes.map((code) => findFindingTitle(locale, code));
    expect(new Set(titles).size).toBe(codes.length);
    const english: readonly (string | undefined)[] = codes.map((code) => findFindingTitle('en', code));
    expect(titles.filter((title) => english.includes(title))).toEqual([]);
    expect(titles.filter((title) => !title?.endsWith('.'))).toEqual([]);
  });
});

it('says in English what the engine says', () => {
  expect(findFindingTitle('en-GB', 'not-checked')).toBe('The check did not finish.');
  expect(new Set(codes.map((code) => findFindingTitle('en', code))).size).toBe(codes.length);
});

it('falls back to English for other languages, and knows no code of another version', () => {
  expect(findFindingTitle('it', 'empty-text')).toBe('A text is empty.');
  expect(findFindingTitle('de', 'constructor')).toBeUndefined();
});

it.each([
  { locale: 'de', all: [de, findingsDe], bad: /["'`]|\s[:;?!,.]|\s\s/ },
  { locale: 'fr', all: [fr, findingsFr], bad: /["'`]|[^\u202F(][:;?!»]|«[^\u202F]|\s\s/ },
  { locale: 'ar', all: [ar, findingsAr], bad: /["'`?]|\p{L}[,;]|\s[،؛؟.:]|\s\s/u },
])('has the marks of "$locale"', ({ all, bad }) => {
  const stretches = all.flatMap((words) => Object.values<string>(words)).flatMap(listMessageLiterals);
  expect(stretches.filter((stretch) => bad.test(stretch))).toEqual([]);
});

describe('what is counted', () => {
  const formatCounted = (
    locale: string,
    key: Parameters<ReturnType<typeof createFormatMessage>>[0],
    values: object,
  ) => createFormatMessage(locale)(key, values as Readonly<Record<string, number>>);

  it.each([
    { locale: 'en', one: /^One enquiry .* stays as it is: A$/, more: /^3 enquiries .* stay as they are: A$/ },
    {
      locale: 'de',
      one: /^Eine Anfrage .* bleibt, wie sie ist: A$/,
      more: /^3 Anfragen .* bleiben, wie sie sind: A$/,
    },
    {
      locale: 'fr',
      one: /^Une demande .* reste telle quelle\u202F: A$/,
      more: /^3 demandes .* restent telles quelles\u202F: A$/,
    },
    { locale: 'ar', one: /ويبقى كما هو: A$/, more: /^3 .* وتبقى كما هي: A$/ },
  ])('agrees with its number in all of the sentence in "$locale"', ({ locale, one, more }) => {
    expect(formatCounted(locale, 'privacy.mentions', { count: 1, references: 'A' })).toMatch(one);
    expect(formatCounted(locale, 'privacy.mentions', { count: 3, references: 'A' })).toMatch(more);
  });

  it.each([
    { locale: 'en', one: '1 form was sent and 1 abandoned', more: '2 forms were sent and 3 abandoned' },
    { locale: 'de', one: 'wurde 1 Formular gesendet', more: 'wurden 2 Formulare gesendet' },
    {
      locale: 'fr',
      one: '1 formulaire a été envoyé et 1 abandonné.',
      more: '2 formulaires ont été envoyés et 3 abandonnés.',
    },
  ])('of the figures of one form says so in "$locale"', ({ locale, one, more }) => {
    const rest = { days: 28, most: 1, day: 'D' };
    expect(formatCounted(locale, 'figures.day-summary', { sent: 1, abandoned: 1, ...rest })).toContain(one);
    expect(formatCounted(locale, 'figures.day-summary', { sent: 2, abandoned: 3, ...rest })).toContain(more);
  });

  it('writes both numbers of a share alike', () => {
    const share = { situations: 1302, of: 1302 };
    expect(formatCounted('en', 'consequences.situations', share)).toBe('In 1,302 of 1,302 situations');
  });

  it('has in Arabic the noun that eleven take, and the one that a hundred take', () => {
    expect(formatCounted('ar', 'desk.count', { count: 11 })).toBe('11 استفسارًا');
    expect(formatCounted('ar', 'desk.count', { count: 100 })).toBe('100 استفسار');
    expect(formatCounted('ar', 'desk.new', { count: 102 })).toBe('102 استفسار جديد');
  });
});
