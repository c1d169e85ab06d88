import { isOfItem } from '../conditions/condition.ts';
import { quantifiers } from '../conditions/quantified.ts';
import { itemStep } from '../inner-facts.ts';
import { isObject } from '../json-schema/values.ts';
import type { FieldNature } from './natures.ts';
import type { Report } from './report.ts';

/** A list whose items a quantifier (`some`, `all`, `none`) reads. */
export interface AskedList {
  /**
   * The type of each value of an item, by its name in a compiled condition: `each.age`, or `each` for an item
   * that is a text or a number.
   */
  readonly natures: ReadonlyMap<string, FieldNature>;
  /** The names in rules: `age`, or the empty name for the item itself. */
  readonly names: readonly string[];
}

/**
 * Returns the list at a path, with the types of its items.
 * @param all The types of all values inside items, by path (`crew.each.age`).
 */
export function askedList(place: string, all: ReadonlyMap<string, FieldNature>): AskedList {
  const start = `${place}.${itemStep}`;
  const natures = [...all].flatMap(([name, nature]): readonly (readonly [string, FieldNature])[] =>
    name === start || name.startsWith(`${start}.`) ? [[name.slice(place.length + 1), nature]] : [],
  );
  return { natures: new Map(natures), names: natures.map(([name]) => writtenName(name)) };
}

/** Returns the name in rules for a name in a compiled condition: `toWrittenName('each.age') // 'age'`. */
export function writtenName(name: string): string {
  return isOfItem(name) ? name.slice(itemStep.length + 1) : name;
}

/** Returns a report whose messages contain the names in rules. */
export function inWrittenNames(report: Report): Report {
  return {
    problems: report.problems,
    add(at, code, reason, name) {
      const written = reason.replaceAll('"each.', '"').replaceAll('"each"', 'an item');
      report.add(at, code, code === 'unknown-fact' ? reason : written, name);
    },
  };
}

/**
 * Converts the names of item values in a condition to compiled names. Other facts keep their names. A name
 * that already looks compiled is unknown.
 */
export function withCompiledNames(asked: unknown, { natures }: AskedList): unknown {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    // The check of the inner quantifier reports it.
    if (!isObject(node) || quantifiers.some((quantifier) => quantifier in node)) return node;
    const { var: name } = node;
    if (typeof name !== 'string')
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    const compiled = name === '' ? itemStep : `${itemStep}.${name}`;
    return { var: natures.has(compiled) || isOfItem(name) || name === '' ? compiled : name };
  };
  return visit(asked);
}
