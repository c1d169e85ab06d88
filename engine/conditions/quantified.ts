import { isObject } from '../json-schema/values.ts';
import { evaluateCondition, getFactOfOperand, isItemFact, isOperation, parseOperation } from './condition.ts';

export const quantifiers: readonly string[] = ['some', 'all', 'none'];

/** A `some`, `all` or `none` without its operator. */
export interface QuantifiedCondition {
  /** The fact that is the list: `values.crew`. */
  readonly list: string;
  /** The condition on each item, which it calls `each`. */
  readonly condition: unknown;
}

/**
 * Returns the `some`, `all` and `none` conditions inside conditions, at any depth. Does not search in their
 * conditions on items.
 */
export function collectQuantifiers(conditions: readonly unknown[]): readonly QuantifiedCondition[] {
  return conditions.flatMap((node): readonly QuantifiedCondition[] => {
    if (!isOperation(node)) return Array.isArray(node) ? collectQuantifiers(node) : [];
    const { operator, operands } = parseOperation(node);
    if (!quantifiers.includes(operator)) return collectQuantifiers(operands);
    return [{ list: getFactOfOperand(operands[0]) ?? '', condition: operands[1] }];
  });
}

/**
 * Replaces each `some`, `all` and `none` by `{and: [list, condition on items]}` and names the items after
 * their list: `each.age` becomes `values.crew.each.age`. Thus the facts of two lists have different names.
 */
export function nameListItems(condition: unknown): unknown {
  if (Array.isArray(condition)) return condition.map(nameListItems);
  if (!isOperation(condition)) return condition;
  const { operator, operands } = parseOperation(condition);
  if (!quantifiers.includes(operator))
    return Object.fromEntries(Object.entries(condition).map(([key, value]) => [key, nameListItems(value)]));
  return { and: [operands[0], renameItemFacts(operands[1], getFactOfOperand(operands[0]) ?? '')] };
}

/** Returns a condition on items with `each` in the names of facts replaced by `<list>.each`. */
function renameItemFacts(node: unknown, list: string): unknown {
  if (Array.isArray(node)) return node.map((each) => renameItemFacts(each, list));
  if (!isObject(node)) return node;
  if (typeof node.var === 'string' && isItemFact(node.var)) return { var: `${list}.${node.var}` };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, renameItemFacts(value, list)]));
}

/**
 * The values to try at one path inside an item: before, at and after each constant that conditions compare.
 */
export interface ItemValues {
  /** The path inside the item; empty for the item itself. */
  readonly steps: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * Returns lists for which conditions on one list can have different results: first no list (undefined), then
 * lists of up to `maxItems` different items. If conditions read nothing but the item, one item represents all
 * items with the same results.
 */
export function generateLists(
  conditions: readonly QuantifiedCondition[],
  itemValues: readonly ItemValues[],
): readonly unknown[] {
  const readsMore = conditions.some(({ condition }) => readsOtherFacts(condition));
  const byWay = new Map<string, unknown>();
  for (const item of generateItems(itemValues)) {
    const way = readsMore
      ? JSON.stringify(item)
      : conditions.map(({ condition }) => evaluateCondition(condition, { each: item })).join();
    if (!byWay.has(way)) byWay.set(way, item);
  }
  return [undefined, ...combineItems([...byWay.values()].slice(0, maxItems))];
}

const maxItems = 24;

/**
 * Returns items with every combination of values, at most `maxCombinations`. The undefined item is left out.
 */
function generateItems(itemValues: readonly ItemValues[]): readonly unknown[] {
  let items: readonly unknown[] = [undefined];
  for (const { steps, values } of itemValues)
    items = items
      .flatMap((item) => values.map((value) => setValueAt(item, steps, value)))
      .slice(0, maxCombinations);
  // A list has no gaps: an empty item does not count.
  return items.filter((item) => item !== undefined);
}

const maxCombinations = 2_000;

/**
 * Returns a copy of an item with a value at a path. Objects on the way are created; with an empty path,
 * returns the value.
 */
function setValueAt(item: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const object = isObject(item) ? item : {};
  return { ...object, [step]: setValueAt(object[step], rest, value) };
}

/**
 * Returns every combination of one to four items. Of more than four items it returns each alone, each pair,
 * and all together.
 */
function combineItems(items: readonly unknown[]): readonly (readonly unknown[])[] {
  if (items.length <= 4) {
    let sets: readonly (readonly unknown[])[] = [[]];
    for (const item of items) sets = sets.flatMap((set) => [set, [...set, item]]);
    return sets.filter((set) => set.length > 0);
  }
  const pairs = items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other]));
  return [...items.map((item) => [item]), ...pairs, items];
}

/** Returns true if a condition on items also reads facts outside the item. */
function readsOtherFacts(condition: unknown): boolean {
  if (Array.isArray(condition)) return condition.some(readsOtherFacts);
  if (!isOperation(condition)) return false;
  const name = getFactOfOperand(condition);
  if (name !== undefined) return !isItemFact(name);
  return Object.values(condition).some(readsOtherFacts);
}
