import { describe, expect, it } from 'vitest';
import { type Form, formatText } from '#engine';
import { compiledForm, documents } from '../support/forms.ts';
import { longLocale, mirroredLocale, pseudoDocuments, pseudoTexts } from '../support/pseudo-locale.ts';
import {
  argumentsOf,
  hasWords,
  literalsOf,
  sampleValues,
  sampleWords,
  type WrittenTexts,
} from './messages.ts';

const counts = [0, 1, 2, 3, 11, 100];
const { $schema: _meta, ...english } = documents()['texts/en.json'] as WrittenTexts;
const pseudo = pseudoDocuments();
const form: Form = compiledForm(documents(pseudo));
const worded = Object.entries(english).filter(([, text]) => hasWords(text));

describe.each([longLocale, mirroredLocale])('the pseudo-locale $locale', ({ locale }) => {
  it('compiles beside the languages that visitors speak', () => {
    expect(Object.keys(form.texts)).toEqual(expect.arrayContaining(['ar', 'de', 'en', 'fr', locale]));
  });

  it('has every text of English with its arguments', () => {
    const texts = pseudo[`texts/${locale}.json`] ?? {};
    const taken = Object.entries(english).map(([key]) => [key, argumentsOf(texts[key] ?? '')]);
    expect(taken).toEqual(Object.entries(english).map(([key, text]) => [key, argumentsOf(text)]));
  });

  it('formats every text for every count, arguments untouched', () => {
    const lost = Object.entries(english).flatMap(([key, text]) =>
      counts.flatMap((count) => {
        const values = sampleValues(text, count);
        const formatted = formatText(form, locale, key, values);
        return sampleWords(values).every((word) => formatted.includes(word)) && !/[{}]/.test(formatted)
          ? []
          : [key];
      }),
    );
    expect(lost).toEqual([]);
  });
});

describe('en-XA', () => {
  it('puts every text with words into brackets, once', () => {
    const loose = worded
      .map(([key, text]) => formatText(form, 'en-XA', key, sampleValues(text, 2)))
      .filter((formatted) => !/^\[[^[\]]+\]$/s.test(formatted));
    expect(loose).toEqual([]);
  });

  it('makes every text longer by at least 35 %', () => {
    const texts = pseudo['texts/en-XA.json'] ?? {};
    const short = worded.filter(([key, text]) => lengthOf(texts[key] ?? '') < lengthOf(text) * 1.35);
    expect(short.map(([key]) => key)).toEqual([]);
  });

  it('leaves no letter of English as it was', () => {
    const plain = worded.filter(([key]) =>
      literalsOf(pseudo['texts/en-XA.json']?.[key] ?? '').some((literal) => /[A-Za-z]/.test(literal)),
    );
    expect(plain.map(([key]) => key)).toEqual([]);
  });

  it('keeps plurals, quoted syntax and texts without words', () => {
    const texts = pseudoTexts(
      {
        plural: "{n, plural, =0 {none} one {# item} other {# '#' '{'items'}'}}",
        mark: '*',
        name: '{name}({error})',
      },
      longLocale,
    );
    const made = compiledForm(documents({ 'texts/en-XA.json': { ...texts } }));
    expect(formatText(made, 'en-XA', 'plural', { n: 0 })).toBe('[ñööñéé]');
    expect(formatText(made, 'en-XA', 'plural', { n: 7 })).toMatch(/^\[7 # \{.+\}\]$/);
    expect(formatText(made, 'en-XA', 'mark')).toBe('*');
    expect(formatText(made, 'en-XA', 'name', { name: 'a', error: 'b' })).toBe('a(b)');
  });
});

describe('ar-XB', () => {
  it('turns every stretch of words around, and closes what it opens', () => {
    const loose = worded
      .map(([key, text]) => formatText(form, 'ar-XB', key, sampleValues(text, 2)))
      .filter((formatted) => {
        const marks = formatted.replaceAll(/[^\u202C\u202E]/g, '');
        return marks === '' || !/^(?:\u202E\u202C)+$/.test(marks);
      });
    expect(loose).toEqual([]);
  });
});

function lengthOf(text: string): number {
  return literalsOf(text).join('').length;
}
