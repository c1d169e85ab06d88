import { isObject } from '../json-schema/values.ts';
import { factOperand, holds, isOfItem, isOperation, operationOf } from './condition.ts';

/** Operators that ask something of the items of a list. */
export const quantifiers: readonly string[] = ['some', 'all', 'none'];

/** What is asked of the items of one list. */
export interface Quantified {
  /** The fact that is the list: `values.crew`. */
  readonly list: string;
  /** What is asked of each item, which it calls `each`. */
  readonly condition: unknown;
}

/** Everything that conditions ask of items. */
export function quantifiedIn(conditions: readonly unknown[]): readonly Quantified[] {
  return conditions.flatMap((node): readonly Quantified[] => {
    if (!isOperation(node)) return Array.isArray(node) ? quantifiedIn(node) : [];
    const { operator, operands } = operationOf(node);
    if (!quantifiers.includes(operator)) return quantifiedIn(operands);
    return [{ list: factOperand(operands[0]) ?? '', condition: operands[1] }];
  });
}

/** A condition in which every item is named by its list, so that what is asked of two lists is kept apart: `values.crew.each.age`. */
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

/** What one item may say of itself: the steps that lead there, and values on every side of what is asked. */
export interface ItemValues {
  readonly steps: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * Lists whose items come out in every combination of ways that conditions can tell apart: none at all, items of one way alone, of several.
 * Of items of which everything that is asked comes out alike one stands for all.
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

/** More kinds of items of one list than this are not tried. */
const maxItems = 24;

function itemsOf(places: readonly ItemValues[]): readonly unknown[] {
  let items: readonly unknown[] = [undefined];
  for (const { steps, values } of places)
    items = items
      .flatMap((item) => values.map((value) => placed(item, steps, value)))
      .slice(0, maxCombinations);
  // A list has no gaps: an item that is nothing but empty says nothing.
  return items.filter((item) => item !== undefined);
}

const maxCombinations = 2_000;

function placed(item: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const object = isObject(item) ? item : {};
  return { ...object, [step]: placed(object[step], rest, value) };
}

/** Few ways: every choice of them; many: each alone, each two, all. */
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
