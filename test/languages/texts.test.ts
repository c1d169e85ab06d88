import { readFileSync } from 'node:fs';
import { isPoundElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { type EnquiryType, formatText } from '#engine';
import { compileTestForm, readShippedDocuments } from '../support/forms.ts';
import {
  createSampleValues,
  englishTexts,
  getTexts,
  hasLiteralText,
  listMessageArguments,
  listPlurals,
  listSampleWords,
  shippedTexts,
  translations,
} from './messages.ts';

const form = compileTestForm(readShippedDocuments());
const enquiryTypes: readonly EnquiryType[] = JSON.parse(
  readFileSync(new URL('../../src/site/content/enquiry-types.json', import.meta.url), 'utf8'),
);
const locales = Object.keys(shippedTexts);
const counts = [0, 1, 2, 3, 11, 100];

/**
 * Words that a language shares with English. Each is checked to be shared, so that the list has no obsolete
 * entries.
 */
const shared: Readonly<Record<string, readonly string[]>> = {
  ar: [],
  de: [
    'fields.domain.label',
    'fields.name.label',
    'options.interested_in.design',
    'options.interested_in.it',
    'options.interested_in.transport',
    'photos.kilobytes',
    'photos.megabytes',
  ],
  fr: [
    'fields.condition_of_boat.greatest',
    'fields.message.label',
    'fields.upload.label',
    'forms.service.fields.upload.label',
    'mail.labels.page',
    'options.condition_of_boat.10',
    'options.interested_in.administration',
    'options.interested_in.transport',
    'page.menu',
    'page.pages',
    'page.sites',
  ],
};

it('speaks English, German, French and Arabic', () => {
  expect(locales.toSorted()).toEqual(['ar', 'de', 'en', 'fr']);
});

describe.each(translations)('the texts of "%s"', (locale) => {
  const texts = getTexts(locale);

  it('are those of English, none missing and none over', () => {
    const missing = Object.keys(englishTexts).filter((key) => texts[key] === undefined);
    const over = Object.keys(texts).filter((key) => englishTexts[key] === undefined);
    expect({ missing, over }).toEqual({ missing: [], over: [] });
  });

  it('stand in the order of English, so that they can be read side by side', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(englishTexts).filter((key) => key in texts));
  });

  it('take the arguments that English takes, numbers as numbers', () => {
    const taken = Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, listMessageArguments(text)]),
    );
    expect(taken).toEqual(
      Object.fromEntries(
        Object.keys(texts).map((key) => [key, listMessageArguments(englishTexts[key] ?? '')]),
      ),
    );
  });

  it('are translated', () => {
    const same = Object.keys(texts).filter(
      (key) => hasLiteralText(texts[key] ?? '') && plainSpaces(texts[key]) === plainSpaces(englishTexts[key]),
    );
    expect(same.toSorted()).toEqual(shared[locale]);
  });

  it('fall back to English one by one', () => {
    const { 'fields.name.label': _taken, ...rest } = texts;
    const lacking = compileTestForm(readShippedDocuments({ [`texts/${locale}.json`]: rest }));
    expect(formatText(lacking, locale, 'fields.name.label')).toBe(englishTexts['fields.name.label']);
    expect(formatText(lacking, locale, 'fields.email.label')).toBe(texts['fields.email.label']);
  });

  it('name every enquiry type of the demonstration', () => {
    const unnamed = enquiryTypes.filter(({ names }) => !names?.[locale]).map(({ name }) => name);
    expect(unnamed).toEqual([]);
  });
});

describe.each(locales)('the messages of "%s"', (locale) => {
  const texts = getTexts(locale);
  const rules = new Intl.PluralRules(locale);
  const plurals = Object.entries(texts).flatMap(([key, text]) =>
    listPlurals(text).map((plural) => ({ key, plural })),
  );

  it('format for every count', () => {
    const broken = Object.entries(texts).flatMap(([key, text]) =>
      counts
        .map((count) => formatText(form, locale, key, createSampleValues(text, count)))
        .filter((formatted) => formatted.trim() === '' || /[{}]/.test(formatted))
        .map((formatted) => `${key}: ${formatted}`),
    );
    expect(broken).toEqual([]);
  });

  it('keep each argument in every branch of a plural', () => {
    const lost = Object.entries(texts).flatMap(([key, text]) =>
      counts.flatMap((count) => {
        const values = createSampleValues(text, count);
        const formatted = formatText(form, locale, key, values);
        return listSampleWords(values)
          .filter((value) => !formatted.includes(value))
          .map((value) => `${key}, ${count}: ${value}`);
      }),
    );
    expect(lost).toEqual([]);
  });

  it('name only plural categories that the language has', () => {
    const { pluralCategories } = rules.resolvedOptions();
    const unknown = plurals.flatMap(({ key, plural }) =>
      Object.keys(plural.options)
        .filter((selector) => !/^=\d+$/.test(selector) && !pluralCategories.some((one) => one === selector))
        .map((selector) => `${key}: ${selector}`),
    );
    expect(unknown).toEqual([]);
  });

  it('inflect a counted noun for every category of the language', () => {
    const counted = plurals.filter(({ plural }) => saysNumber(plural));
    const needed = [...new Set(range(1, 200).map((count) => rules.select(count)))];
    const lacking = counted.flatMap(({ key, plural }) =>
      needed.filter((category) => !(category in plural.options)).map((category) => `${key}: ${category}`),
    );
    expect(lacking).toEqual([]);
  });

  it('say a number in words only where the branch holds no other', () => {
    const wrong = plurals
      .filter(({ plural }) => saysNumber(plural))
      .flatMap(({ key, plural }) =>
        Object.entries(plural.options)
          .filter(([selector, { value }]) => !selector.startsWith('=') && !value.some(isPoundElement))
          .filter(([selector]) => heldBy(selector, Object.keys(plural.options)).length > 1)
          .map(([selector]) => `${key}: ${selector}`),
      );
    expect(wrong).toEqual([]);
  });

  /** Returns the counts of a plural branch, without the exact ones. */
  function heldBy(selector: string, selectors: readonly string[]): readonly number[] {
    return range(0, 200).filter(
      (count) => !selectors.includes(`=${count}`) && rules.select(count) === selector,
    );
  }
});

function saysNumber(plural: ReturnType<typeof listPlurals>[number]): boolean {
  return Object.values(plural.options).some(({ value }) => value.some(isPoundElement));
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function plainSpaces(text: string | undefined): string | undefined {
  return text?.replaceAll(/\s/g, ' ');
}
