import {
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
  type PluralElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import type { Documents } from '#engine';
import { readFrozenDocuments, readShippedDocuments } from '../support/forms.ts';

/** The source texts of a language, by key. */
export type WrittenTexts = Readonly<Record<string, string>>;

/**
 * The texts that Slipway ships, by locale, without `$schema`. Texts and languages that a product owner adds
 * are checked by `slipway check`, not by tests.
 */
export const shippedTexts: Readonly<Record<string, WrittenTexts>> = readTexts(
  readShippedDocuments(),
  readTexts(readFrozenDocuments()),
);

/** Returns the texts of documents by locale, limited to those in `known` if given. */
function readTexts(all: Documents, known?: Readonly<Record<string, WrittenTexts>>) {
  return Object.fromEntries(
    Object.entries(all).flatMap(([file, document]) => {
      const locale = /^texts\/(.+)\.json$/.exec(file)?.[1];
      if (locale === undefined || (known && !(locale in known))) return [];
      const { $schema: _meta, ...texts } = document as Record<string, string>;
      const stored = Object.entries(texts).filter(
        ([key]) => known === undefined || key in (known[locale] ?? {}),
      );
      return [[locale, Object.fromEntries(stored)] as const];
    }),
  );
}

/** The language that all others are compared with. */
export const englishTexts: WrittenTexts = getTexts('en');

export const translations: readonly string[] = Object.keys(shippedTexts).filter((locale) => locale !== 'en');

/**
 * Returns the texts of a language.
 * @throws If there are none.
 */
export function getTexts(locale: string): WrittenTexts {
  const texts = shippedTexts[locale];
  if (texts === undefined)
    throw new Error(`No texts of "${locale}"; there are ${Object.keys(shippedTexts).join(', ')}`);
  return texts;
}

/** Returns every element of a message, including those inside branches. */
function listElements(text: string): readonly MessageFormatElement[] {
  return flattenElements(parse(text, { ignoreTag: true }));
}

/** Returns the literal texts between the arguments of a message. */
export function listMessageLiterals(text: string): readonly string[] {
  return listElements(text).flatMap((element) => (isLiteralElement(element) ? [element.value] : []));
}

export function listPlurals(text: string): readonly PluralElement[] {
  return listElements(text).filter(isPluralElement);
}

/**
 * Returns the sorted arguments of a message, with marks for numbers and dates: `['label', 'limit #']`, `['day
 * @']`.
 */
export function listMessageArguments(text: string): readonly string[] {
  const names = listElements(text).flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    if (isDateElement(element)) return [`${element.value} @`];
    return [isNumberElement(element) || isPluralElement(element) ? `${element.value} #` : element.value];
  });
  return [...new Set(names)].sort();
}

/**
 * Returns a value for each argument of a message: the count for a number, a day for a date, a word for a
 * text.
 */
export function createSampleValues(text: string, count: number): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    listMessageArguments(text).map((name) => {
      if (name.endsWith(' #')) return [name.slice(0, -2), count];
      return name.endsWith(' @') ? [name.slice(0, -2), '2026-11-21'] : [name, `Sample-${name}`];
    }),
  );
}

/** Returns the sample values that appear in a text verbatim: numbers and dates are formatted by language. */
export function listSampleWords(values: ReturnType<typeof createSampleValues>): readonly string[] {
  return Object.values(values).filter((value): value is string => String(value).startsWith('Sample-'));
}

/** True if a message has literal letters, not only arguments and punctuation. */
export function hasLiteralText(text: string): boolean {
  return listMessageLiterals(text).some((literal) => /\p{L}/u.test(literal));
}

function flattenElements(elements: readonly MessageFormatElement[]): readonly MessageFormatElement[] {
  return elements.flatMap((element) => {
    if (!isPluralElement(element) && !isSelectElement(element)) return [element];
    return [element, ...Object.values(element.options).flatMap(({ value }) => flattenElements(value))];
  });
}
