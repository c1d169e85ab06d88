import { evaluateCondition, type FactValues, getFactValue, listFactsRead } from '../conditions/condition.ts';
import { memoizeByObject } from '../model/memoize.ts';
import type { Because, Condition, Form, Rule, Situation } from '../model/types.ts';
import { itemPrefix, itemStage, type NarrowedItem } from '../preset/model.ts';
import {
  getItemFacts,
  isListSorted,
  selectList,
  sortEligibleItems,
  sortItemsByLabel,
} from '../preset/resolve.ts';
import { getRuleIds, indexRules, selectMatchingRules } from './rule-index.ts';

/** The items of a list that satisfy the rules, with the ids of the rules that decided them. */
interface Narrowing {
  readonly items: readonly NarrowedItem[];
  readonly because: Because;
}

/**
 * The list that rules narrow twice: to the eligible items, and once the type is known to the offered ones.
 */
export interface NarrowedList {
  /** Sorted by `sortEligibleItems`. */
  readonly eligible: Narrowing;
  /**
   * Returns the offered items, sorted by label.
   * @param facts The facts that are known with the type.
   */
  readonly getOffered: (facts: FactValues) => Narrowing;
}

/**
 * Returns the items that satisfy the `eligible` conditions of the matching rules, and a function that returns
 * those of them that satisfy the `offer` conditions too. The same input gives the same arrays.
 * @param given The facts that the situation gives directly.
 */
export function narrowList(form: Form, situation: Situation, given: FactValues): NarrowedList {
  const rules = indexRules(form);
  const list = selectList(situation);
  const order = { locale: situation.locale, isSorted: isListSorted(situation) };
  const narrow = (items: readonly NarrowedItem[], effect: ItemFilter['effect'], facts: FactValues) =>
    filterItems(items, { effect, rules: rules[effect], facts, order });
  const eligible = narrow(list, 'eligible', given);
  const sortAlphabetically = () =>
    order.isSorted ? sortInListOrder(list, eligible.items) : sortItemsByLabel(eligible.items, order.locale);
  return { eligible, getOffered: (facts) => narrow(sortAlphabetically(), 'offer', facts) };
}

/** Maximum number of cached results per list: one for each type of a page, with some reserve. */
const maxCachedResults = 32;

interface ItemFilter {
  readonly effect: 'eligible' | 'offer';
  /** The rules with the effect. Only those that match the facts are applied. */
  readonly rules: readonly Rule[];
  readonly facts: FactValues;
  /**
   * The language by whose order names are sorted; `isSorted` is true if the list is already sorted by label.
   */
  readonly order: { readonly locale: string; readonly isSorted: boolean };
}

/**
 * Returns the items of a list that satisfy the conditions of all matching rules: eligible items in their
 * order, offered ones in the order of the list. The items are cached. The cache key contains the matching
 * rules and the facts that their conditions read, except those of the items.
 */
function filterItems(list: readonly NarrowedItem[], { effect, rules, facts, order }: ItemFilter): Narrowing {
  const active = selectMatchingRules(rules, facts);
  const because = getRuleIds(active);
  const conditions = active.flatMap(({ then }): readonly Condition[] => (then[effect] ? [then[effect]] : []));
  const key = JSON.stringify([
    effect,
    order,
    because,
    conditions.map((condition) => getValuesOfOtherFacts(condition, facts)),
  ]);
  const cached = getCachedResults(list)(rules);
  let items = cached.get(key);
  if (items === undefined) {
    items = selectSatisfyingItems(list, conditions, facts);
    if (effect === 'eligible') items = sortEligibleItems(items, order);
    if (cached.size >= maxCachedResults) cached.delete(cached.keys().next().value ?? '');
    cached.set(key, items);
  }
  return { items, because };
}

/**
 * Cached results by list and by rules. Both keys are objects, so results of other forms or lists cannot be
 * mixed up.
 */
const getCachedResults = memoizeByObject((_list: readonly NarrowedItem[]) =>
  memoizeByObject((_rules: readonly Rule[]) => new Map<string, readonly NarrowedItem[]>()),
);

/** Returns true if a fact is a property of the narrowed items. */
function isItemFact(name: string): boolean {
  return name.startsWith(itemPrefix);
}

/** Returns the values of the facts that a condition reads, except those of items. */
function getValuesOfOtherFacts(condition: Condition, facts: FactValues): readonly unknown[] {
  return listFactsRead(condition)
    .filter((name) => !isItemFact(name))
    .map((name) => getFactValue(facts, name));
}

/**
 * Returns the items that satisfy all conditions, in the order of the list. Conditions that read no item are
 * evaluated only once.
 */
function selectSatisfyingItems(
  list: readonly NarrowedItem[],
  conditions: readonly Condition[],
  facts: FactValues,
): readonly NarrowedItem[] {
  const perItem = conditions.filter(readsItem);
  if (!conditions.every((condition) => readsItem(condition) || evaluateCondition(condition, facts)))
    return [];
  const scratch: Record<string, unknown> = { ...facts };
  return list.filter((item) => {
    scratch[itemStage] = getItemFacts(item);
    return perItem.every((condition) => evaluateCondition(condition, scratch));
  });
}

/** Returns true if a condition reads a fact about an item. */
function readsItem(condition: Condition): boolean {
  return listFactsRead(condition).some(isItemFact);
}

/** The results of `sortInListOrder`, by `some`. */
const sortedBySome = new WeakMap<readonly NarrowedItem[], readonly NarrowedItem[]>();

/** Returns some items of a list in the order of the list. The result is cached. */
function sortInListOrder(
  list: readonly NarrowedItem[],
  some: readonly NarrowedItem[],
): readonly NarrowedItem[] {
  let sorted = sortedBySome.get(some);
  if (sorted === undefined) {
    const wanted = new Set(some);
    sorted = list.filter((item) => wanted.has(item));
    sortedBySome.set(some, sorted);
  }
  return sorted;
}
