/** An argument whose value selects a sentence, and its cases. */
export interface MessageChoice {
  readonly argument: string;
  readonly kind: 'plural' | 'selectordinal' | 'select';
  /** Names as in ICU MessageFormat: `=0`, `one`, `other`, or a value of a `select`. `other` is the last. */
  readonly cases: readonly string[];
}

/** The plural categories of all languages (Unicode CLDR), in the order in which they are shown. */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Examples are looked for up to this number. All categories of integers occur below it. */
const maxTriedNumber = 200;

/** Fractions, which some categories are only for: `other` of Polish. */
const fractions = [1.5, 0.5, 0.1];

const maxExamples = 3;

/**
 * Returns the cases of a choice in the order of display: numbers, categories of the language and of the text,
 * `other` last. A category for which the numbers leave nothing is left out, unless the text has it.
 */
export function sortCases(
  kind: MessageChoice['kind'],
  names: readonly string[],
  locale: string,
): readonly string[] {
  if (kind === 'select') return [...names.filter((name) => name !== 'other'), 'other'];
  const exact = names.filter((name) => name.startsWith('='));
  const numbers = exact.sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
  const rules = createPluralRules(kind, locale);
  const own = rules.resolvedOptions().pluralCategories as readonly string[];
  return [
    ...numbers,
    ...categories.filter(
      (name) =>
        name === 'other' ||
        names.includes(name) ||
        (own.includes(name) && listNumbers(rules, name, numbers).length > 0),
    ),
  ];
}

/** Returns numbers that select a case, at most three: integers, or fractions if no integer does. */
export function listCaseExamples(
  { kind, cases }: MessageChoice,
  name: string,
  locale: string,
): readonly number[] {
  if (kind === 'select') return [];
  if (name.startsWith('=')) return [Number(name.slice(1))];
  const numbers = cases.filter((one) => one.startsWith('='));
  return listNumbers(createPluralRules(kind, locale), name, numbers);
}

function createPluralRules(kind: MessageChoice['kind'], locale: string): Intl.PluralRules {
  return new Intl.PluralRules(locale, { type: kind === 'plural' ? 'cardinal' : 'ordinal' });
}

/** Returns the first numbers of a category that no exact case names. */
function listNumbers(rules: Intl.PluralRules, name: string, exact: readonly string[]): readonly number[] {
  const integers = [...Array(maxTriedNumber).keys()].filter(
    (number) => !exact.includes(`=${number}`) && rules.select(number) === name,
  );
  const found = integers.length > 0 ? integers : fractions.filter((number) => rules.select(number) === name);
  return found.slice(0, maxExamples);
}
