import { describe, expect, it } from 'vitest';
import { toldOfDocuments } from '#engine/check/finding.ts';
import { literalsOf } from '../../test/languages/messages.ts';
import { findingTitle } from './findings/finding-title.ts';
import ar from './words/ar.json';
import de from './words/de.json';
import en from './words/en.json';
import findingsAr from './words/findings.ar.json';
import findingsDe from './words/findings.de.json';
import findingsFr from './words/findings.fr.json';
import fr from './words/fr.json';

const codes = Object.keys(toldOfDocuments);

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
    const titles = codes.map((code) => findingTitle(locale, code));
    expect(new Set(titles).size).toBe(codes.length);
    const english: readonly (string | undefined)[] = codes.map((code) => findingTitle('en', code));
    expect(titles.filter((title) => english.includes(title))).toEqual([]);
    expect(titles.filter((title) => !title?.endsWith('.'))).toEqual([]);
  });
});

it('says in English what the engine says', () => {
  expect(findingTitle('en-GB', 'not-checked')).toBe('The check did not come to its end.');
  expect(new Set(codes.map((code) => findingTitle('en', code))).size).toBe(codes.length);
});

it('falls back to English for other languages, and knows no code of another version', () => {
  expect(findingTitle('it', 'empty-text')).toBe('A text is empty.');
  expect(findingTitle('de', 'constructor')).toBeUndefined();
});

it.each([
  { locale: 'de', all: [de, findingsDe], bad: /["'`]|\s[:;?!,.]|\s\s/ },
  { locale: 'fr', all: [fr, findingsFr], bad: /["'`]|[^\u202F(][:;?!»]|«[^\u202F]|\s\s/ },
  { locale: 'ar', all: [ar, findingsAr], bad: /["'`?]|\p{L}[,;]|\s[،؛؟.:]|\s\s/u },
])('has the marks of "$locale"', ({ all, bad }) => {
  const stretches = all.flatMap((words) => Object.values<string>(words)).flatMap(literalsOf);
  expect(stretches.filter((stretch) => bad.test(stretch))).toEqual([]);
});
