import { isOfItem } from '../conditions/condition.ts';
import { quantifiers } from '../conditions/quantified.ts';
import { itemStep } from '../inner-facts.ts';
import { isObject } from '../json-schema/values.ts';
import type { FieldNature } from './natures.ts';
import type { Report } from './report.ts';

/** A list of whose items something is asked. */
export interface AskedList {
  /** What an item says, by the name that a compiled condition has for it: `each.age`, of a list of texts or numbers `each`. */
  readonly natures: ReadonlyMap<string, FieldNature>;
  /** The names by which rules ask: `age`, of an item itself the empty one. */
  readonly names: readonly string[];
}

/** What may be asked of the items of the list at a place, of all that stands in items (`crew.each.age`). */
export function askedList(place: string, all: ReadonlyMap<string, FieldNature>): AskedList {
  const start = `${place}.${itemStep}`;
  const natures = [...all].flatMap(([name, nature]): readonly (readonly [string, FieldNature])[] =>
    name === start || name.startsWith(`${start}.`) ? [[name.slice(place.length + 1), nature]] : [],
  );
  return { natures: new Map(natures), names: natures.map(([name]) => writtenName(name)) };
}

/** The name by which a rule asks for what a compiled condition has another one for. `writtenName('each.age') // 'age'` */
export function writtenName(name: string): string {
  return isOfItem(name) ? name.slice(itemStep.length + 1) : name;
}

/** A report that tells of items by the names that rules have for them. */
export function inWrittenNames(report: Report): Report {
  return {
    problems: report.problems,
    add(at, code, reason, name) {
      const written = reason.replaceAll('"each.', '"').replaceAll('"each"', 'an item');
      report.add(at, code, code === 'unknown-fact' ? reason : written, name);
    },
  };
}

/** What is asked of an item, its own names as they are compiled; what no item says keeps its name, and one that looks compiled is none. */
export function withCompiledNames(asked: unknown, { natures }: AskedList): unknown {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    // A list within is refused where it stands.
    if (!isObject(node) || quantifiers.some((quantifier) => quantifier in node)) return node;
    const { var: name } = node;
    if (typeof name !== 'string')
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    const compiled = name === '' ? itemStep : `${itemStep}.${name}`;
    return { var: natures.has(compiled) || isOfItem(name) || name === '' ? compiled : name };
  };
  return visit(asked);
}
