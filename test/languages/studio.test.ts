import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogues } from '#engine/rules/sentences/catalogue.ts';
import deliveryWords from '../../src/server/inbox/delivery-words.json' with { type: 'json' };
import { listMessageLiterals } from './messages.ts';

const folder = new URL('../../src/studio/ui/words/', import.meta.url);
const deliveries: Readonly<Record<string, Readonly<Record<string, string>>>> = deliveryWords;

/** The texts that a product owner reads in a language: those of the studio, and those of its sentences. */
const copy = Object.fromEntries(
  Object.entries(catalogues).map(([locale, catalogue]) => [
    locale,
    [catalogue, deliveries[locale] ?? {}, ...studioWords(locale)].flatMap((words) =>
      Object.entries(words).flatMap(([key, text]) =>
        listMessageLiterals(text).map((words) => `${key}: ${words}`),
      ),
    ),
  ]),
);

describe.each(Object.entries(copy))('what the studio says in "%s"', (locale, lines) => {
  const wrong = (slip: RegExp) => lines.filter((line) => slip.test(line.slice(line.indexOf(': ') + 2)));

  it('is there', () => {
    expect(lines.length).toBeGreaterThan(500);
  });

  it('has no straight quotes, no double spaces and no dash in place of a sentence', () => {
    expect(wrong(/["'`]|\s\s|[–—]| - /)).toEqual([]);
  });

  it('calls an office what the form calls it', () => {
    expect(wrong(otherNames[locale] ?? /^$/)).toEqual([]);
  });

  it('sets its marks as the language does', () => {
    expect(wrong(marks[locale] ?? /^$/)).toEqual([]);
  });
});

/**
 * Wrong characters before or after a punctuation mark. A literal may begin with the mark that follows an
 * argument.
 */
const marks: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}[?,;]|\s[،؛؟]|[،؛](?=\p{L})/u,
  de: /\s[:;?!,.](?!\p{L})/u,
  en: /\s[:;?!,.](?!\p{L})/u,
  fr: /[^\u202F(][:;?!»]|«[^\u202F]/,
};

const otherNames: Readonly<Record<string, RegExp>> = { ar: /فرع/, de: /Büro/, fr: /bureau/ };

function studioWords(locale: string): readonly Readonly<Record<string, string>>[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(`${locale}.json`));
  return files.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}
