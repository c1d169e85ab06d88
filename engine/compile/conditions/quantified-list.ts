import { isItemFact } from '../../conditions/condition.ts';
import { itemSegment } from '../../conditions/inner-facts.ts';
import { quantifiers } from '../../conditions/quantified.ts';
import { isObject } from '../../json-schema/values.ts';
import type { FieldType } from '../fields/field-types.ts';
import type { ProblemReport } from '../report.ts';

/** A list whose items a quantifier (`some`, `all`, `none`) reads. */
export interface QuantifiedList {
  /**
   * The type of each value of an item, by its name in a compiled condition: `each.age`, or `each` for an item
   * that is a text or a number.
   */
  readonly types: ReadonlyMap<string, FieldType>;
  /** The names in rules: `age`, or the empty name for the item itself. */
  readonly names: readonly string[];
}

/**
 * Returns the list at a path, with the types of its items. Both members are empty if the path has no items in
 * `all`.
 * @param place The path of the list: `crew`.
 * @param all The types of all values inside items, by path (`crew.each.age`).
 */
export function createQuantifiedList(place: string, all: ReadonlyMap<string, FieldType>): QuantifiedList {
  const start = `${place}.${itemSegment}`;
  const natures = [...all].flatMap(([name, nature]): readonly (readonly [string, FieldType])[] =>
    name === start || name.startsWith(`${start}.`) ? [[name.slice(place.length + 1), nature]] : [],
  );
  return { types: new Map(natures), names: natures.map(([name]) => toWrittenName(name)) };
}

/**
 * Returns the name in rules for a name in a compiled condition: `toWrittenName('each.age') // 'age'`. Names
 * of other facts are unchanged.
 */
export function toWrittenName(name: string): string {
  return isItemFact(name) ? name.slice(itemSegment.length + 1) : name;
}

/**
 * Returns a report that adds its problems to another one. In the reasons, compiled names of item values
 * become the names in rules, and `each` becomes "an item". The reason of an `unknown-fact` is unchanged.
 */
export function createWrittenNameReport(report: ProblemReport): ProblemReport {
  return {
    problems: report.problems,
    add(at, code, reason, name) {
      const written = reason.replaceAll('"each.', '"').replaceAll('"each"', 'an item');
      report.add(at, code, code === 'unknown-fact' ? reason : written, name);
    },
  };
}

/**
 * Returns a condition with the compiled names of item values: `age` becomes `each.age`, and the empty name
 * becomes `each`. Other facts keep their names, and a quantifier inside the condition is unchanged. A name
 * that is already written in compiled form gets the prefix again, so that it is reported as unknown.
 */
export function toCompiledNames(condition: unknown, { types }: QuantifiedList): unknown {
  const convertNode = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(convertNode);
    // The check of the inner quantifier reports it.
    if (!isObject(node) || quantifiers.some((quantifier) => quantifier in node)) return node;
    const { var: name } = node;
    if (typeof name !== 'string')
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, convertNode(value)]));
    const compiled = name === '' ? itemSegment : `${itemSegment}.${name}`;
    return { var: types.has(compiled) || isItemFact(name) || name === '' ? compiled : name };
  };
  return convertNode(condition);
}
