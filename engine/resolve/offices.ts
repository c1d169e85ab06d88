import { type FactValues, factsRead, factValue, holds } from '../conditions/condition.ts';
import { keepByLocale } from '../locale.ts';
import type { Condition, Office, Option, Rule, Situation } from '../types.ts';
import { officeFacts } from './given-facts.ts';
import { matchingRules } from './rule-index.ts';

/**
 * The list a page uses: its own offices, on an international site all; when that list is missing, the other
 * (docs/behaviour.md, "Eligible offices").
 */
export function officesOf({ site, content }: Situation): readonly Office[] {
  const [first, second] =
    site.isInternational === true
      ? [content.allOffices, content.offices]
      : [content.offices, content.allOffices];
  return first ?? second ?? nobody;
}

/** What decides which of a situation's offices remain. */
export interface OfficesInput {
  readonly rules: readonly Rule[];
  readonly facts: FactValues;
  readonly locale: string;
  /** The list stands in the order of its labels: no names need be compared, for which a browser must load how that is done. */
  readonly isSorted: boolean;
}

/**
 * The offices of a list that satisfy what rules ask of each, in `sortOrder` (missing last, ties by name; by label where the list is
 * sorted); the same array for the same input.
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

/** Of a list's eligible offices those that are offered, as the select lists them: alphabetically by label. */
export function offeredOffices(
  list: readonly Office[],
  eligible: readonly Office[],
  input: OfficesInput,
): readonly Office[] {
  const alphabetical = input.isSorted ? inOrderOf(list, eligible) : byLabel(eligible, input.locale);
  return filtered(alphabetical, { ...input, effect: 'offer', order: (offices) => offices });
}

/** The choices of the office select; the same array for the same offices. */
export function officeOptions(offices: readonly Office[]): readonly Option[] {
  let options = optionsOf.get(offices);
  if (options === undefined) {
    options = offices.map((office) => ({ value: office.id, label: officeLabel(office) }));
    optionsOf.set(offices, options);
  }
  return options;
}

/** `officeLabel({name: 'Poole', title: 'Sales'}) // 'Poole - Sales'`; without a title the name alone. */
export function officeLabel({ name, title }: Pick<Office, 'name' | 'title'>): string {
  const trimmed = title?.trim();
  return trimmed ? `${name} - ${trimmed}` : name;
}

const nobody: readonly Office[] = [];
const optionsOf = new WeakMap<readonly Office[], readonly Option[]>();

/** How many answers of one list are remembered: the types of a page, over and over. */
const maxRemembered = 32;

interface Filter extends OfficesInput {
  readonly effect: 'eligible' | 'offer';
  readonly order: (offices: readonly Office[]) => readonly Office[];
}

/** What is asked of each office depends on the rules that hold and on the facts that they compare it with; both make the key. */
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

/** By list and by rules, both by identity, so that neither another form's answers nor another list's are given. */
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

/** What does not mention an office is asked once, not once an office. */
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

/** Some offices of a list, in the list's order. */
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

/** Offices alphabetically by label, numbers in their order, those of one label in `sortOrder`; the same array for the same offices. */
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

/** A collator is costly to make, so one a locale is kept. */
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
