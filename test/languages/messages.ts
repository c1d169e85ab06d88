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
import { documents, shippedDocuments } from '../support/forms.ts';

/** The texts of a language as they are written, by key. */
export type WrittenTexts = Readonly<Record<string, string>>;

/**
 * The texts that came with Slipway, as they ship today, by locale, without `$schema`. Those that a product owner has added since, and
 * languages, are for `slipway check` to judge, not for tests.
 */
export const written: Readonly<Record<string, WrittenTexts>> = textsOf(
  shippedDocuments(),
  textsOf(documents()),
);

/** The texts of some documents by locale; with others, those alone that the others have too. */
function textsOf(all: Documents, known?: Readonly<Record<string, WrittenTexts>>) {
  return Object.fromEntries(
    Object.entries(all).flatMap(([file, document]) => {
      const locale = /^texts\/(.+)\.json$/.exec(file)?.[1];
      if (locale === undefined || (known && !(locale in known))) return [];
      const { $schema: _meta, ...texts } = document as Record<string, string>;
      const kept = Object.entries(texts).filter(
        ([key]) => known === undefined || key in (known[locale] ?? {}),
      );
      return [[locale, Object.fromEntries(kept)] as const];
    }),
  );
}

/** The language that all others are held against. */
export const english: WrittenTexts = textsIn('en');

/** The languages besides English. */
export const translations: readonly string[] = Object.keys(written).filter((locale) => locale !== 'en');

/** The texts of a language; throws where there are none. */
export function textsIn(locale: string): WrittenTexts {
  const texts = written[locale];
  if (texts === undefined)
    throw new Error(`No texts of "${locale}"; there are ${Object.keys(written).join(', ')}`);
  return texts;
}

/** Every element of a message, those inside its branches included. */
function elementsOf(text: string): readonly MessageFormatElement[] {
  return flattened(parse(text, { ignoreTag: true }));
}

/** The words of a message without its arguments, one string for each stretch between them. */
export function literalsOf(text: string): readonly string[] {
  return elementsOf(text).flatMap((element) => (isLiteralElement(element) ? [element.value] : []));
}

/** The plurals of a message. */
export function pluralsOf(text: string): readonly PluralElement[] {
  return elementsOf(text).filter(isPluralElement);
}

/** The arguments of a message, sorted, each once; numbers and days are told from texts: `['label', 'limit #']`, `['day @']`. */
export function argumentsOf(text: string): readonly string[] {
  const names = elementsOf(text).flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    if (isDateElement(element)) return [`${element.value} @`];
    return [isNumberElement(element) || isPluralElement(element) ? `${element.value} #` : element.value];
  });
  return [...new Set(names)].sort();
}

/** A value for each argument of a message: the count for a number, a day for a date, a word for a text. */
export function sampleValues(text: string, count: number): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    argumentsOf(text).map((name) => {
      if (name.endsWith(' #')) return [name.slice(0, -2), count];
      return name.endsWith(' @') ? [name.slice(0, -2), '2026-11-21'] : [name, `Sample-${name}`];
    }),
  );
}

/** Of sample values those that stand in a text as they are: a number and a day are written as the language does. */
export function sampleWords(values: ReturnType<typeof sampleValues>): readonly string[] {
  return Object.values(values).filter((value): value is string => String(value).startsWith('Sample-'));
}

/** Whether a message has words of its own, and is not made of arguments and marks alone. */
export function hasWords(text: string): boolean {
  return literalsOf(text).some((literal) => /\p{L}/u.test(literal));
}

function flattened(elements: readonly MessageFormatElement[]): readonly MessageFormatElement[] {
  return elements.flatMap((element) => {
    if (!isPluralElement(element) && !isSelectElement(element)) return [element];
    return [element, ...Object.values(element.options).flatMap(({ value }) => flattened(value))];
  });
}
