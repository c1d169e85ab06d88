import { evaluateCondition, type FactValues, getFactValue, listFactsRead } from '../conditions/condition.ts';
import { memoizeByObject } from '../model/memoize.ts';
import type { Condition, Option, Rule, Situation } from '../model/types.ts';
import { cacheByLocale } from '../texts/locale.ts';
import type { Office } from '../yard/types.ts';
import { getOfficeFacts } from './given-facts.ts';
import { selectMatchingRules } from './rule-index.ts';

/**
 * Returns the list of offices that a page uses: its own, or all offices on an international site. If that
 * list is absent (not empty), the other one is used (docs/behaviour.md, "Eligible offices"); without both, an
 * empty list.
 */
export function selectOfficeList({ site, content }: Situation): readonly Office[] {
  const [first, second] =
    site.isInternational === true
      ? [content.allOffices, content.offices]
      : [content.offices, content.allOffices];
  return first ?? second ?? noOffices;
}

export interface OfficesInput {
  /** The rules with the effect. Only those that match the facts are applied. */
  readonly rules: readonly Rule[];
  readonly facts: FactValues;
  /** The language by whose order names are sorted. */
  readonly locale: string;
  /** True if the list is already sorted by label. Then the browser need not load a collator. */
  readonly isSorted: boolean;
}

/**
 * Returns the offices that satisfy the `eligible` conditions of the matching rules, sorted by `sortOrder`
 * (missing ones last). Those with the same `sortOrder` are sorted by name or, if the list is already sorted
 * by label, stay in its order. Returns the same array for the same input.
 */
export function filterEligibleOffices(list: readonly Office[], input: OfficesInput): readonly Office[] {
  const { locale, isSorted } = input;
  const compareNames = isSorted
    ? () => 0
    : (one: string, other: string) => getCollator(locale).compare(one, other);
  return filterOffices(list, {
    ...input,
    effect: 'eligible',
    order: (offices) => sortBySortOrder(offices, compareNames),
  });
}

/**
 * Returns the eligible offices that satisfy the `offer` conditions of the matching rules, sorted by label.
 * Returns the same array for the same input.
 * @param list All offices of the page. If `isSorted`, their order is the result's.
 */
export function filterOfferedOffices(
  list: readonly Office[],
  eligible: readonly Office[],
  input: OfficesInput,
): readonly Office[] {
  const alphabetical = input.isSorted ? sortInListOrder(list, eligible) : sortByLabel(eligible, input.locale);
  return filterOffices(alphabetical, { ...input, effect: 'offer', order: (offices) => offices });
}

/**
 * Returns the options of the office select: the ids with their labels. Returns the same array for the same
 * offices.
 */
export const toOfficeOptions = memoizeByObject((offices: readonly Office[]): readonly Option[] =>
  offices.map((office) => ({ value: office.id, label: formatOfficeLabel(office) })),
);

/**
 * Returns the label of an office: `formatOfficeLabel({name: 'Poole', title: 'Sales'}) // 'Poole - Sales'`.
 * Without a title it is the name alone.
 */
export function formatOfficeLabel({ name, title }: Pick<Office, 'name' | 'title'>): string {
  const trimmed = title?.trim();
  return trimmed ? `${name} - ${trimmed}` : name;
}

const noOffices: readonly Office[] = [];

/** Maximum number of cached results per list: one for each type of a page, with some reserve. */
const maxCachedResults = 32;

interface OfficeFilter extends OfficesInput {
  readonly effect: 'eligible' | 'offer';
  /** Returns the result in its final order. */
  readonly order: (offices: readonly Office[]) => readonly Office[];
}

/**
 * Returns the offices of a list that satisfy the conditions of all matching rules, ordered by `order`. The
 * result is cached. The cache key contains the matching rules and the facts that their conditions read,
 * except those of the offices.
 */
function filterOffices(
  list: readonly Office[],
  { effect, rules, facts, locale, isSorted, order }: OfficeFilter,
): readonly Office[] {
  const active = selectMatchingRules(rules, facts);
  const conditions = active.flatMap((rule): readonly Condition[] =>
    rule.then[effect] ? [rule.then[effect]] : [],
  );
  const key = JSON.stringify([
    effect,
    locale,
    isSorted,
    active.map((rule) => rule.id),
    conditions.map((condition) => getValuesOfOtherFacts(condition, facts)),
  ]);
  const answers = getCachedResults(list)(rules);
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = order(selectSatisfyingOffices(list, conditions, facts));
    if (answers.size >= maxCachedResults) answers.delete(answers.keys().next().value ?? '');
    answers.set(key, answer);
  }
  return answer;
}

/**
 * Cached results by list and by rules. Both keys are objects, so results of other forms or lists cannot be
 * mixed up.
 */
const getCachedResults = memoizeByObject((_list: readonly Office[]) =>
  memoizeByObject((_rules: readonly Rule[]) => new Map<string, readonly Office[]>()),
);

/** Returns the values of the facts that a condition reads, except those of offices. */
function getValuesOfOtherFacts(condition: Condition, facts: FactValues): readonly unknown[] {
  return listFactsRead(condition)
    .filter((name) => !name.startsWith('office.'))
    .map((name) => getFactValue(facts, name));
}

/** Returns the offices that satisfy all conditions, in the order of the list. */
function selectSatisfyingOffices(
  list: readonly Office[],
  conditions: readonly Condition[],
  facts: FactValues,
): readonly Office[] {
  const { perOffice, once } = splitConditions(conditions);
  if (!once.every((condition) => evaluateCondition(condition, facts))) return noOffices;
  const scratch: Record<string, unknown> = { ...facts };
  return list.filter((office) => {
    scratch.office = getOfficeFacts(office);
    return perOffice.every((condition) => evaluateCondition(condition, scratch));
  });
}

/**
 * Separates the conditions that read an office (`perOffice`) from the others (`once`), which are evaluated
 * only once.
 */
function splitConditions(conditions: readonly Condition[]): {
  readonly perOffice: readonly Condition[];
  readonly once: readonly Condition[];
} {
  const readsOffice = (condition: Condition) =>
    listFactsRead(condition).some((name) => name.startsWith('office.'));
  return {
    perOffice: conditions.filter(readsOffice),
    once: conditions.filter((condition) => !readsOffice(condition)),
  };
}

/**
 * Returns offices sorted by `sortOrder`, missing ones last, and those with the same one by `compareNames`.
 */
function sortBySortOrder(
  offices: readonly Office[],
  compareNames: (one: string, other: string) => number,
): readonly Office[] {
  const getSortOrder = (office: Office) => office.sortOrder ?? Number.POSITIVE_INFINITY;
  return [...offices].sort((one, other) => {
    const [a, b] = [getSortOrder(one), getSortOrder(other)];
    return a === b ? compareNames(one.name, other.name) : a < b ? -1 : 1;
  });
}

/** The results of `sortInListOrder`, by `some`. */
const sortedByOffices = new WeakMap<readonly Office[], readonly Office[]>();

/** Returns some offices of a list in the order of the list. The result is cached. */
function sortInListOrder(list: readonly Office[], some: readonly Office[]): readonly Office[] {
  let sorted = sortedByOffices.get(some);
  if (sorted === undefined) {
    const wanted = new Set(some);
    sorted = list.filter((office) => wanted.has(office));
    sortedByOffices.set(some, sorted);
  }
  return sorted;
}

/** The results of `sortByLabel`, by offices and by locale. */
const getSortedOffices = memoizeByObject(
  (_offices: readonly Office[]) => new Map<string, readonly Office[]>(),
);

/**
 * Returns offices sorted by label (numbers by value); those with the same label by `sortOrder`, then by name.
 * Returns the same array for the same offices.
 */
export function sortByLabel(offices: readonly Office[], locale: string): readonly Office[] {
  const ofLocale = getSortedOffices(offices);
  let sorted = ofLocale.get(locale);
  if (sorted === undefined) {
    const { compare } = getCollator(locale);
    const labelled = sortBySortOrder(offices, compare).map((office) => ({
      office,
      label: formatOfficeLabel(office),
    }));
    sorted = labelled.sort((one, other) => compare(one.label, other.label)).map(({ office }) => office);
    cacheByLocale(ofLocale, locale, sorted);
  }
  return sorted;
}

/** Collators by locale. They are cached because creating one is expensive. */
const collators = new Map<string, Intl.Collator>();

/** Returns the cached collator of a locale. It compares digits by their value as a number. */
function getCollator(locale: string): Intl.Collator {
  let collator = collators.get(locale);
  if (collator === undefined) {
    collator = new Intl.Collator(locale, { numeric: true });
    if (collators.size >= maxCachedResults) collators.clear();
    collators.set(locale, collator);
  }
  return collator;
}
