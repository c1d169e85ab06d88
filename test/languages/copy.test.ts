import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * The texts that visitors read besides the form's: the demonstration's pages in a language, and the texts
 * around them.
 */
const copy = {
  ar: copyIn('ar'),
  de: copyIn('de'),
  fr: copyIn('fr'),
};

describe.each(Object.entries(copy))('the copy in "%s"', (_locale, lines) => {
  it('is there', () => {
    expect(lines.length).toBeGreaterThan(30);
  });

  it('has no straight quotes, no double spaces and no dash in place of a sentence', () => {
    expect(lines.filter((line) => /["'`]|\s\s|^\s|\s$|[–—]| - /.test(line))).toEqual([]);
  });
});

it('sets narrow no-break spaces in French', () => {
  expect(copy.fr.filter((line) => /[^\u202F][:;?!»]|«[^\u202F]/.test(line))).toEqual([]);
});

it('sets no space before a mark in German', () => {
  expect(copy.de.filter((line) => /\s[:;?!,.]/.test(line))).toEqual([]);
});

it('writes the marks of Arabic', () => {
  expect(copy.ar.filter((line) => /[?,;]|\s[،؛؟.:]|[،؛](?=\p{L})/u.test(line))).toEqual([]);
});

it.each([
  ['de', /Büro|Referenz/],
  ['fr', /bureau|courriel/i],
  ['ar', /فرع|إيميل/],
] as const)('calls things in "%s" what the form calls them', (locale, other) => {
  expect(copy[locale].filter((line) => other.test(line))).toEqual([]);
});

/** Returns every line of a language: the pages' titles and copy by paragraphs, and the texts around them. */
function copyIn(locale: string): readonly string[] {
  const pages = (json('content/pages.json') as readonly Page[]).filter((page) => page.locale === locale);
  const shown = pages.map(({ title, lead, body, hero, contactForm }) => [
    title,
    lead,
    body,
    hero?.alt,
    contactForm,
  ]);
  const { words, privacyPolicy } = json('content/frame.json') as Frame;
  return stringsIn([shown, words[locale], privacyPolicy[locale], json(`words/${locale}.json`)]).flatMap(
    (text) => text.split('\n\n'),
  );
}

type ByLocale = Readonly<Record<string, unknown>>;

interface Frame {
  readonly words: ByLocale;
  readonly privacyPolicy: ByLocale;
}

interface Page {
  readonly locale?: string;
  readonly title: string;
  readonly lead?: string;
  readonly body?: string;
  readonly hero?: { readonly alt?: string };
  readonly contactForm: unknown;
}

function json(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../src/site/${path}`, import.meta.url), 'utf8'));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
