import { type FactValues, factsRead, factValue, holds } from '../conditions/condition.ts';
import { keepByLocale } from '../locale.ts';
import type { Condition, Office, Option, Rule, Situation } from '../types.ts';
import { officeFacts } from './given-facts.ts';
import { matchingRules } from './rule-index.ts';

/**
 * Returns the list of offices that a page uses: its own, or all offices on an international site. If that
 * list is missing, the other one is used (docs/behaviour.md, "Eligible offices").
 */
export function officesOf({ site, content }: Situation): readonly Office[] {
  const [first, second] =
    site.isInternational === true
      ? [content.allOffices, content.offices]
      : [content.offices, content.allOffices];
  return first ?? second ?? nobody;
}

export interface OfficesInput {
  readonly rules: readonly Rule[];
  readonly facts: FactValues;
  readonly locale: string;
  /** True if the list is already sorted by label. Then the browser need not load a collator. */
  readonly isSorted: boolean;
}

/**
 * Returns the offices that satisfy the rules' `eligible` conditions, sorted by `sortOrder` (missing ones
 * last), then by name, or by label if the list is sorted. Returns the same array for the same input.
 */
export function eligibleOffices(list: readonly Office[], input: OfficesInput): readonly Office[] {
  const { locale, isSorted } = input;
  const compareNames = isSorted
    ? () => 0
    : (one: string, other: string) => collatorOf(locale).compare(one, other);
  return filtered(list, {
    ...input,
    effect: 'eligible',
    order: (offices) => inSortOrder(offices, compareNames),
  });
}

/** Returns the eligible offices that satisfy the rules' `offer` conditions, sorted by label. */
export function offeredOffices(
  list: readonly Office[],
  eligible: readonly Office[],
  input: OfficesInput,
): readonly Office[] {
  const alphabetical = input.isSorted ? inOrderOf(list, eligible) : byLabel(eligible, input.locale);
  return filtered(alphabetical, { ...input, effect: 'offer', order: (offices) => offices });
}

/** Returns the options of the office select. Returns the same array for the same offices. */
export function officeOptions(offices: readonly Office[]): readonly Option[] {
  let options = optionsOf.get(offices);
  if (options === undefined) {
    options = offices.map((office) => ({ value: office.id, label: officeLabel(office) }));
    optionsOf.set(offices, options);
  }
  return options;
}

/**
 * Returns the label of an office: `formatOfficeLabel({name: 'Poole', title: 'Sales'}) // 'Poole - Sales'`.
 * Without a title it is the name alone.
 */
export function officeLabel({ name, title }: Pick<Office, 'name' | 'title'>): string {
  const trimmed = title?.trim();
  return trimmed ? `${name} - ${trimmed}` : name;
}

const nobody: readonly Office[] = [];
const optionsOf = new WeakMap<readonly Office[], readonly Option[]>();

/** Maximum number of cached results per list: one for each type of a page, with some reserve. */
const maxRemembered = 32;

interface Filter extends OfficesInput {
  readonly effect: 'eligible' | 'offer';
  readonly order: (offices: readonly Office[]) => readonly Office[];
}

/**
 * Filters a list of offices. The cache key consists of the matching rules and the facts that their conditions
 * compare with.
 */
function filtered(
  list: readonly Office[],
  { effect, rules, facts, locale, isSorted, order }: Filter,
): readonly Office[] {
  const active = matchingRules(rules, facts);
  const conditions = active.flatMap((rule): readonly Condition[] =>
    rule.then[effect] ? [rule.then[effect]] : [],
  );
  const key = JSON.stringify([
    effect,
    locale,
    isSorted,
    active.map((rule) => rule.id),
    conditions.map((condition) => comparedFacts(condition, facts)),
  ]);
  const answers = remembered(list, rules);
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = order(satisfying(list, conditions, facts));
    if (answers.size >= maxRemembered) answers.delete(answers.keys().next().value ?? '');
    answers.set(key, answer);
  }
  return answer;
}

/**
 * Cached results by list and by rules. Both keys are objects, so results of other forms or lists cannot be
 * mixed up.
 */
const answersOf = new WeakMap<readonly Office[], WeakMap<readonly Rule[], Map<string, readonly Office[]>>>();

function remembered(list: readonly Office[], rules: readonly Rule[]): Map<string, readonly Office[]> {
  let ofList = answersOf.get(list);
  if (ofList === undefined) {
    ofList = new WeakMap();
    answersOf.set(list, ofList);
  }
  let ofRules = ofList.get(rules);
  if (ofRules === undefined) {
    ofRules = new Map();
    ofList.set(rules, ofRules);
  }
  return ofRules;
}

function comparedFacts(condition: Condition, facts: FactValues): readonly unknown[] {
  return factsRead(condition)
    .filter((name) => !name.startsWith('office.'))
    .map((name) => factValue(facts, name));
}

function satisfying(
  list: readonly Office[],
  conditions: readonly Condition[],
  facts: FactValues,
): readonly Office[] {
  const { perOffice, once } = split(conditions);
  if (!once.every((condition) => holds(condition, facts))) return nobody;
  const scratch: Record<string, unknown> = { ...facts };
  return list.filter((office) => {
    scratch.office = officeFacts(office);
    return perOffice.every((condition) => holds(condition, scratch));
  });
}

/** Conditions that do not read an office are evaluated once, not for every office. */
function split(conditions: readonly Condition[]): {
  readonly perOffice: readonly Condition[];
  readonly once: readonly Condition[];
} {
  const readsOffice = (condition: Condition) =>
    factsRead(condition).some((name) => name.startsWith('office.'));
  return {
    perOffice: conditions.filter(readsOffice),
    once: conditions.filter((condition) => !readsOffice(condition)),
  };
}

function inSortOrder(
  offices: readonly Office[],
  compareNames: (one: string, other: string) => number,
): readonly Office[] {
  const orderOf = (office: Office) => office.sortOrder ?? Number.POSITIVE_INFINITY;
  return [...offices].sort((one, other) => {
    const [a, b] = [orderOf(one), orderOf(other)];
    return a === b ? compareNames(one.name, other.name) : a < b ? -1 : 1;
  });
}

const inOrder = new WeakMap<readonly Office[], readonly Office[]>();

function inOrderOf(list: readonly Office[], some: readonly Office[]): readonly Office[] {
  let sorted = inOrder.get(some);
  if (sorted === undefined) {
    const wanted = new Set(some);
    sorted = list.filter((office) => wanted.has(office));
    inOrder.set(some, sorted);
  }
  return sorted;
}

const alphabetical = new WeakMap<readonly Office[], Map<string, readonly Office[]>>();

/**
 * Returns offices sorted by label (numbers by value), and offices with the same label by `sortOrder`. Returns
 * the same array for the same offices.
 */
export function byLabel(offices: readonly Office[], locale: string): readonly Office[] {
  let ofLocale = alphabetical.get(offices);
  if (ofLocale === undefined) {
    ofLocale = new Map();
    alphabetical.set(offices, ofLocale);
  }
  let sorted = ofLocale.get(locale);
  if (sorted === undefined) {
    const { compare } = collatorOf(locale);
    const labelled = inSortOrder(offices, compare).map((office) => ({ office, label: officeLabel(office) }));
    sorted = labelled.sort((one, other) => compare(one.label, other.label)).map(({ office }) => office);
    keepByLocale(ofLocale, locale, sorted);
  }
  return sorted;
}

/** Collators by locale. They are cached because creating one is expensive. */
const collators = new Map<string, Intl.Collator>();

function collatorOf(locale: string): Intl.Collator {
  let collator = collators.get(locale);
  if (collator === undefined) {
    collator = new Intl.Collator(locale, { numeric: true });
    if (collators.size >= maxRemembered) collators.clear();
    collators.set(locale, collator);
  }
  return collator;
}
