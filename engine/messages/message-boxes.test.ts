import { describe, expect, it } from 'vitest';
import { createReport } from '../compile/report.ts';
import { compileTexts } from '../compile/texts.ts';
import { builtInLocales, getBuiltInTexts } from '../documents/built-in-texts.ts';
import { formatMessage } from '../texts/texts.ts';
import { readEditableMessage, writeMessageBoxes } from './message-boxes.ts';

/** Returns the boxes of a text; throws if it has none. */
function readBoxes(text: string, locale: string, original?: string) {
  const message = readEditableMessage(text, { locale, original });
  if (message.kind !== 'boxes') throw new Error(`"${text}" is ${message.kind}`);
  return message;
}

/** Returns the names of the cases with their sentences: `one: {n} file`. */
function listSentences(text: string, locale: string, original?: string): readonly string[] {
  return readBoxes(text, locale, original).boxes.map(
    ({ cases, text: sentence }) => `${cases.map(({ name }) => name).join(' ')}: ${sentence}`,
  );
}

/** Returns the text for each sentence, or another one, after it was read and written. */
function rewrite(text: string, locale: string, change = (sentence: string | undefined) => sentence): string {
  const message = readBoxes(text, locale);
  return writeMessageBoxes(
    message,
    message.boxes.map((box) => change(box.text)),
  );
}

/** Returns a text as visitors read it. */
function format(text: string, locale: string, values: Readonly<Record<string, string | number>>): string {
  const { message = '' } = compileTexts({ message: text }, { file: '', path: [] }, createReport());
  return formatMessage(message, { locale, digits: undefined }, values);
}

describe('readEditableMessage', () => {
  it('puts the sentence around a choice into each box', () => {
    expect(
      listSentences('Enter {limit, plural, one {# character} other {# characters}}: {label}', 'en'),
    ).toEqual(['one: Enter {limit} character: {label}', 'other: Enter {limit} characters: {label}']);
  });

  it('has the categories of the language with example numbers', () => {
    const { boxes } = readBoxes('{n, plural, one {# plik} other {# pliku}}', 'pl');
    expect(boxes.map(({ cases: [one], text }) => [one?.name, one?.examples, text])).toEqual([
      ['one', [1], '{n} plik'],
      ['few', [2, 3, 4], undefined],
      ['many', [0, 5, 6], undefined],
      ['other', [1.5, 0.5, 0.1], '{n} pliku'],
    ]);
    expect(listSentences('{n, plural, other {#}}', 'ar').map((each) => each.split(':')[0])).toEqual([
      'zero',
      'one',
      'two',
      'few',
      'many',
      'other',
    ]);
  });

  it('has the choices of the original for an empty text, with the categories of its own language', () => {
    expect(listSentences('', 'pl', '{n, plural, =0 {none} one {#} two {#} other {#}}')).toEqual([
      '=0: undefined',
      'one: undefined',
      'few: undefined',
      'many: undefined',
      'other: undefined',
    ]);
  });

  it('has a box for each combination of two choices', () => {
    expect(
      listSentences('{n, plural, one {# file} other {# files}} for {who, select, us {us} other {you}}', 'en'),
    ).toEqual([
      'one us: {n} file for us',
      'one other: {n} file for you',
      'other us: {n} files for us',
      'other other: {n} files for you',
    ]);
  });

  it.each([
    ['an offset', '{n, plural, offset:1 one {you and # more} other {# more}}'],
    ['a number in two formats', '{n, plural, one {# of {n}} other {#}}'],
    ['quoted braces', "{n, plural, one {'{n}'} other {#}}"],
    ['a skeleton', '{n, plural, one {#} other {{n, number, ::currency/EUR}}}'],
    ['no message', '{n, plural, one {#}'],
    [
      'too many combinations',
      '{a, plural, one {} other {}}{b, plural, one {} other {}}{c, plural, one {} other {}}{d, plural, one {} other {}}',
    ],
  ])('leaves %s as code', (_, text) => {
    expect(readEditableMessage(text, { locale: 'en' })).toEqual({ kind: 'code' });
  });

  it('is plain without a choice, with the values of the text and its original', () => {
    expect(readEditableMessage('Enter {label}', { locale: 'en', original: '{count} {label}' })).toEqual({
      kind: 'plain',
      sources: { label: '{label}', count: '{count}' },
    });
  });
});

describe('writeMessageBoxes', () => {
  it.each(builtInLocales)('shows every built-in text of %s as before', (locale) => {
    let found = 0;
    for (const text of Object.values(getBuiltInTexts(locale))) {
      const message = readEditableMessage(text, { locale });
      if (message.kind !== 'boxes') continue;
      found += 1;
      const written = rewrite(text, locale);
      const [{ argument } = { argument: '' }] = message.choices;
      const values = { label: 'Ä', types: 'T', megabytes: 8, minutes: 1, limit: 1, count: 1 };
      for (const number of [0, 1, 2, 3, 5, 11, 21, 1234, 1_000_000])
        expect(format(written, locale, { ...values, [argument]: number })).toBe(
          format(text, locale, { ...values, [argument]: number }),
        );
      expect(rewrite(written, locale)).toBe(written);
    }
    expect(found).toBeGreaterThan(20);
  });

  it('quotes what is no value, and leaves unknown values to the checks', () => {
    const typed = "It's {n} '{n}' { # {x} and #2 it'";
    const written = rewrite('{n, plural, one {#} other {#}}', 'en', () => typed);
    expect(format(written, 'en', { n: 1, x: 'X' })).toBe("It's 1 '1' { # X and #2 it'");
    expect(rewrite('{n, plural, one {#} other {#}}', 'en', () => '{nn}')).toContain('{{nn}}');
  });

  it('uses the last sentence where "other" is empty, and is empty if all are', () => {
    const message = readBoxes('', 'pl', '{n, plural, one {#} other {#}}');
    expect(writeMessageBoxes(message, ['a {n}', undefined, undefined, undefined])).toBe(
      '{n, plural, one {a #} other {a #}}',
    );
    expect(rewrite('{n, plural, one {#} other {#}}', 'en', () => undefined)).toBe('');
  });

  it('writes numbers of outer choices by name', () => {
    const text = '{a, plural, one {{b, plural, one {x} other {#}}} other {# {b, plural, one {y} other {z}}}}';
    const written = rewrite(text, 'en');
    for (const values of [
      { a: 1, b: 2 },
      { a: 2, b: 1 },
      { a: 2000, b: 5 },
    ])
      expect(format(written, 'en', values)).toBe(format(text, 'en', values));
  });
});
