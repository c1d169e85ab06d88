import { parse } from '@formatjs/icu-messageformat-parser';
import { type Formatters, formatToParts } from 'intl-messageformat';
import { formattingLocale, lookUpLocale } from '../locale.ts';
import { messageStyles } from '../message-styles.ts';
import type { Catalogue, WordKey } from './catalogue.ts';
import type { Part, Sentence } from './sentence.ts';

/** Arguments of what is said: pieces of a sentence, or numbers to count by. */
export type Arguments = Readonly<Record<string, Sentence | Part | number>>;

/** Says things in one language. */
export interface Speaker {
  readonly locale: string;
  readonly say: (key: WordKey, values?: Arguments) => Sentence;
  /** Several things, joined by “and” or “or”. */
  readonly list: (items: readonly Sentence[], type: 'conjunction' | 'disjunction') => Sentence;
  readonly number: (value: number) => string;
  /** A day like `2028-01-31`, a time or both; what is none of them as it is. */
  readonly day: (value: string) => string;
}

/** Who says things as a catalogue words them. */
export function speakerOf(locale: string, catalogue: Catalogue): Speaker {
  const trees = new Map<WordKey, SyntaxTree>();
  const tag = formattingLocale(locale);
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
    say(key, values = {}) {
      const tree = trees.get(key) ?? parse(catalogue[key]);
      trees.set(key, tree);
      // A piece of a sentence passes through as it is: only numbers are formatted.
      const wrapped = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number'
            ? value
            : { said: typeof value === 'string' || !isList(value) ? [value] : value },
        ]),
      );
      return tidy(
        formatToParts(tree, locale, formatters, messageStyles, wrapped).flatMap(({ value }) =>
          isWrapped(value) ? value.said : [String(value)],
        ),
      );
    },
    list(items, type) {
      const names = items.map((_, index) => String(index));
      const joined = new Intl.ListFormat(tag, { type }).formatToParts(names);
      return tidy(
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

type SyntaxTree = Parameters<typeof formatToParts>[0];

/** The nearest of the languages in which things are said; English where none is near. */
export function spokenLocale(locale: string, spoken: readonly string[]): string {
  return lookUpLocale(locale, spoken) ?? 'en';
}

function isList(value: Sentence | Part): value is Sentence {
  return Array.isArray(value);
}

function isWrapped(value: unknown): value is { readonly said: Sentence } {
  return typeof value === 'object' && value !== null && 'said' in value;
}

/** Words that follow each other are one part. */
function tidy(parts: Sentence): Sentence {
  const tidied: Part[] = [];
  for (const part of parts) {
    const last = tidied.at(-1);
    if (typeof part === 'string' && typeof last === 'string') tidied[tidied.length - 1] = last + part;
    else if (part !== '') tidied.push(part);
  }
  return tidied;
}

/** A sentence that begins with a capital letter. */
export function capitalised(sentence: Sentence, locale: string): Sentence {
  const [first, ...rest] = sentence;
  const raised = (words: string) => words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
  if (typeof first === 'string') return [raised(first), ...rest];
  // A field that stands without quotes is called so by us, not by who made the form.
  if (first?.kind !== 'field' || first.said !== undefined) return sentence;
  return [{ ...first, said: raised(first.label) }, ...rest];
}
