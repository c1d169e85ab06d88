import { parse } from '@formatjs/icu-messageformat-parser';
import { type Formatters, formatToParts, IntlMessageFormat } from 'intl-messageformat';
import { lookUpLocale, toFormattingLocale } from '../../texts/locale.ts';
import type { SentenceKey } from './catalogue.ts';
import type { Sentence, SentencePart } from './sentence.ts';

/** Arguments of a message: clauses, references, or numbers that choose a plural form. */
export type MessageArguments = Readonly<Record<string, Sentence | SentencePart | number>>;

/** The means to build sentences in one language. */
export interface LanguageTools<Key extends string = SentenceKey> {
  readonly locale: string;
  /** Formats a message of the catalogue. Throws if an argument of the message is missing. */
  readonly format: (key: Key, values?: MessageArguments) => Sentence;
  /** Joins items with commas and the word for "and" or "or". */
  readonly list: (items: readonly Sentence[], type: 'conjunction' | 'disjunction') => Sentence;
  /** Formats a number with at most 15 decimal places. */
  readonly number: (value: number) => string;
  /** Formats a day like `2028-01-31`; returns any other value unchanged. */
  readonly day: (value: string) => string;
}

/**
 * Creates the tools for sentences in a language from its catalogue. A message is parsed when it is first
 * formatted.
 */
export function createLanguageTools<Key extends string>(
  locale: string,
  catalogue: Readonly<Record<Key, string>>,
): LanguageTools<Key> {
  const trees = new Map<Key, MessageSyntaxTree>();
  const tag = toFormattingLocale(locale);
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 15, useGrouping: 'min2' });
  const plurals = new Intl.PluralRules(tag);
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const formatters = {
    getNumberFormat: () => numbers,
    getPluralRules: () => plurals,
    getDateTimeFormat: () => days,
  } as unknown as Formatters;
  return {
    locale,
    format(key, values = {}) {
      const tree = trees.get(key) ?? parse(catalogue[key]);
      trees.set(key, tree);
      // Only numbers are formatted. Clauses are wrapped, so that the formatter passes them through unchanged.
      const wrapped = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number'
            ? value
            : { said: typeof value === 'string' || !isSentence(value) ? [value] : value },
        ]),
      );
      return mergeAdjacentStrings(
        formatToParts(tree, locale, formatters, IntlMessageFormat.formats, wrapped).flatMap(({ value }) =>
          isWrappedSentence(value) ? value.said : [String(value)],
        ),
      );
    },
    list(items, type) {
      const names = items.map((_, index) => String(index));
      const joined = new Intl.ListFormat(tag, { type }).formatToParts(names);
      return mergeAdjacentStrings(
        joined.flatMap((part) =>
          part.type === 'element' ? (items[Number(part.value)] ?? []) : [part.value],
        ),
      );
    },
    number: (value) => numbers.format(value),
    day(value) {
      const date = new Date(value);
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(date.getTime()) ? days.format(date) : value;
    },
  };
}

type MessageSyntaxTree = Parameters<typeof formatToParts>[0];

/** Returns the nearest supported locale, by ever shorter prefixes; `en` if none matches. */
export function chooseSentenceLocale(locale: string, supportedLocales: readonly string[]): string {
  return lookUpLocale(locale, supportedLocales) ?? 'en';
}

function isSentence(value: Sentence | SentencePart): value is Sentence {
  return Array.isArray(value);
}

/** Returns true for an argument that `format` has wrapped to pass it through the formatter. */
function isWrappedSentence(value: unknown): value is { readonly said: Sentence } {
  return typeof value === 'object' && value !== null && 'said' in value;
}

/** Joins neighbouring strings and leaves out empty ones. */
function mergeAdjacentStrings(parts: Sentence): Sentence {
  const merged: SentencePart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  return merged;
}

/**
 * Capitalises the first letter if the sentence begins with text or with a field name without quotes. Any
 * other sentence is returned unchanged.
 */
export function capitalise(sentence: Sentence, locale: string): Sentence {
  const [first, ...rest] = sentence;
  const capitaliseString = (words: string) => words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
  if (typeof first === 'string') return [capitaliseString(first), ...rest];
  // A field name without quotes comes from the catalogue. A quoted label stays as the author of the form
  // wrote it.
  if (first?.kind !== 'field' || first.said !== undefined) return sentence;
  return [{ ...first, said: capitaliseString(first.label) }, ...rest];
}
