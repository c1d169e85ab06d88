import {
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTimeElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import { createReport } from '../../compile/report.ts';
import { compileTexts } from '../../compile/texts.ts';
import type { Message } from '../../model/types.ts';
import { formatMessage, type TextValues } from '../../texts/texts.ts';

export interface SampleText {
  /** The value that selects this variant: `count = 1`; empty if there is one variant. */
  readonly given: string;
  /** The formatted message. */
  readonly said: string;
}

/** The maximum number of samples of one message. */
const maxSamples = 8;

/**
 * Formats a message with sample values: once for each plural form of the language and each branch of the
 * message, at most `maxSamples` times. Each sample varies one argument, and the others have their usual
 * values. Empty for a text without arguments and for an invalid message.
 */
export function createSampleTexts(text: string, locale: string): readonly SampleText[] {
  const report = createReport();
  const message: Message | undefined = compileTexts({ text }, { file: '', path: [] }, report).text;
  if (message === undefined || typeof message === 'string' || report.problems.length > 0) return [];
  const elements = message as readonly MessageFormatElement[];
  const usual = new Map<string, string | number>();
  const varied = new Map<string, readonly (string | number)[]>();
  collectSamples(elements, locale, usual, varied);
  const base = Object.fromEntries(usual);
  const formatSample = (values: TextValues) => formatMessage(message, { locale, digits: undefined }, values);
  if (varied.size === 0) return [{ given: '', said: formatSample(base) }];
  return [...varied]
    .flatMap(([name, values]) =>
      values.map((value) => ({
        given: `${name} = ${value}`,
        said: formatSample({ ...base, [name]: value }),
      })),
    )
    .slice(0, maxSamples);
}

/**
 * Adds values for the arguments of a message, nested ones included: to `usual` one for each, to `varied`
 * those that select its variants.
 */
function collectSamples(
  elements: readonly MessageFormatElement[],
  locale: string,
  usual: Map<string, string | number>,
  varied: Map<string, readonly (string | number)[]>,
): void {
  for (const element of elements) {
    if (isLiteralElement(element) || isPoundElement(element)) continue;
    const name = element.value;
    if (isPluralElement(element)) {
      const numbers = listPluralSamples(
        locale,
        element.pluralType ?? 'cardinal',
        Object.keys(element.options),
      );
      varied.set(name, mergeUnique(varied.get(name), numbers));
      usual.set(name, numbers.at(-1) ?? 5);
    } else if (isSelectElement(element)) {
      varied.set(name, mergeUnique(varied.get(name), Object.keys(element.options)));
      if (!usual.has(name)) usual.set(name, 'other');
    } else if (!usual.has(name)) usual.set(name, getSampleOfPlainArgument(element, name));
    if (!('options' in element)) continue;
    for (const { value } of Object.values(element.options)) collectSamples(value, locale, usual, varied);
  }
}

/** Returns the items of both lists, each once. */
function mergeUnique<Item>(one: readonly Item[] | undefined, other: readonly Item[]): readonly Item[] {
  return [...new Set([...(one ?? []), ...other])];
}

/** Noon of a day in May, in milliseconds since 1970 UTC. A constant, so that all users see the same date. */
const sampleDay = 1_778_760_000_000;

/**
 * Returns the value for an argument without variants: a day, a number, or the name of the argument in angle
 * quotation marks.
 */
function getSampleOfPlainArgument(element: MessageFormatElement, name: string): string | number {
  if (isDateElement(element) || isTimeElement(element)) return sampleDay;
  return isNumberElement(element) ? 5 : `\u2068‹${name}›\u2069`;
}

/**
 * Returns the smallest positive integer of each plural form of a language, and the numbers that the message
 * names explicitly, in ascending order. Zero is returned only if it has a form of its own or is named.
 * @param branches The names of the branches: `one`, `=1`.
 */
function listPluralSamples(
  locale: string,
  type: Intl.PluralRulesOptions['type'],
  branches: readonly string[],
): readonly number[] {
  const rules = new Intl.PluralRules(locale, { type });
  const named = branches.flatMap((branch) => /^=(\d+)$/.exec(branch)?.[1] ?? []).map(Number);
  const forms = new Map<string, number>();
  // Zero comes last, because it is a bad example of a form that it shares with other numbers.
  for (const number of [...Array(maxTriedNumber).keys()].map((at) => (at + 1) % maxTriedNumber)) {
    const form = rules.select(number);
    if (!named.includes(number) && !forms.has(form)) forms.set(form, number);
  }
  return [...new Set([...named, ...forms.values()])].sort((one, other) => one - other);
}

/** All plural forms of integers below a million, in every language, occur up to this number. */
const maxTriedNumber = 200;
