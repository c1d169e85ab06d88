import { isObject } from '../json-schema/values.ts';
import { factOperand, holds, isOfItem, isOperation, operationOf } from './condition.ts';

/** Operators that test the items of a list. */
export const quantifiers: readonly string[] = ['some', 'all', 'none'];

export interface Quantified {
  /** The fact that is the list: `values.crew`. */
  readonly list: string;
  /** The condition on each item, which it calls `each`. */
  readonly condition: unknown;
}

export function quantifiedIn(conditions: readonly unknown[]): readonly Quantified[] {
  return conditions.flatMap((node): readonly Quantified[] => {
    if (!isOperation(node)) return Array.isArray(node) ? quantifiedIn(node) : [];
    const { operator, operands } = operationOf(node);
    if (!quantifiers.includes(operator)) return quantifiedIn(operands);
    return [{ list: factOperand(operands[0]) ?? '', condition: operands[1] }];
  });
}

/**
 * Replaces `each` in a condition by the name of its list, so that the items of two lists have different
 * names: `values.crew.each.age`.
 */
export function withNamedItems(condition: unknown): unknown {
  if (Array.isArray(condition)) return condition.map(withNamedItems);
  if (!isOperation(condition)) return condition;
  const { operator, operands } = operationOf(condition);
  if (!quantifiers.includes(operator))
    return Object.fromEntries(Object.entries(condition).map(([key, value]) => [key, withNamedItems(value)]));
  return { and: [operands[0], renamed(operands[1], factOperand(operands[0]) ?? '')] };
}

function renamed(node: unknown, list: string): unknown {
  if (Array.isArray(node)) return node.map((each) => renamed(each, list));
  if (!isObject(node)) return node;
  if (typeof node.var === 'string' && isOfItem(node.var)) return { var: `${list}.${node.var}` };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, renamed(value, list)]));
}

/** The values to try at one path inside an item: on every side of what the conditions compare. */
export interface ItemValues {
  readonly steps: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * Returns lists with items in every combination that conditions can distinguish: no list, items of one kind,
 * of several kinds. If all conditions have the same result for several items, one of them is enough.
 */
export function listsOf(asked: readonly Quantified[], places: readonly ItemValues[]): readonly unknown[] {
  const readsMore = asked.some(({ condition }) => readsOutside(condition));
  const byWay = new Map<string, unknown>();
  for (const item of itemsOf(places)) {
    const way = readsMore
      ? JSON.stringify(item)
      : asked.map(({ condition }) => holds(condition, { each: item })).join();
    if (!byWay.has(way)) byWay.set(way, item);
  }
  return [undefined, ...combined([...byWay.values()].slice(0, maxItems))];
}

const maxItems = 24;

function itemsOf(places: readonly ItemValues[]): readonly unknown[] {
  let items: readonly unknown[] = [undefined];
  for (const { steps, values } of places)
    items = items
      .flatMap((item) => values.map((value) => placed(item, steps, value)))
      .slice(0, maxCombinations);
  // A list has no gaps: an empty item does not count.
  return items.filter((item) => item !== undefined);
}

const maxCombinations = 2_000;

function placed(item: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const object = isObject(item) ? item : {};
  return { ...object, [step]: placed(object[step], rest, value) };
}

/** Returns every combination of up to four items; of more items each alone, each pair, and all. */
function combined(items: readonly unknown[]): readonly (readonly unknown[])[] {
  if (items.length <= 4) {
    let sets: readonly (readonly unknown[])[] = [[]];
    for (const item of items) sets = sets.flatMap((set) => [set, [...set, item]]);
    return sets.filter((set) => set.length > 0);
  }
  const pairs = items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other]));
  return [...items.map((item) => [item]), ...pairs, items];
}

function readsOutside(condition: unknown): boolean {
  if (Array.isArray(condition)) return condition.some(readsOutside);
  if (!isOperation(condition)) return false;
  const name = factOperand(condition);
  if (name !== undefined) return !isOfItem(name);
  return Object.values(condition).some(readsOutside);
}
