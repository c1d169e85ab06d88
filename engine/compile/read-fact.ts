import { dateUnits } from '../conditions/compare.ts';
import { factOperand, isOperation, shiftOf } from '../conditions/condition.ts';
import { itemFact, optionsOfFact, placeOfFact } from '../fact-names.ts';
import { type Fact, factOf, facts } from '../facts.ts';
import { writtenName } from './asked-list.ts';
import type { Checking } from './check-condition.ts';
import { kindOfFact, kindWords } from './compared-kinds.ts';
import { type Place, within } from './report.ts';

export type ReadFact = Pick<Fact, 'name' | 'kind' | 'stage'>;

/**
 * Returns the fact that an operand names, or undefined if it is not a fact or must not be read here. The
 * latter is reported.
 */
export function readFact(operand: unknown, checking: Checking, at: Place): ReadFact | undefined {
  const { report } = checking;
  const name = factOperand(operand);
  if (name === undefined) {
    if (isOperation(operand))
      report.add(
        at,
        'bad-condition',
        'here stands a fact ({"var": ...}), a shifted date ({"+": [{"var": "today"}, 14, "days"]}) or a constant, not another operator',
      );
    return undefined;
  }
  return known(name, checking, shiftOf(operand) ? within(at, '+', 0, 'var') : within(at, 'var'));
}

function known(compiled: string, { context, report }: Checking, at: Place): ReadFact | undefined {
  if (context.list?.natures.has(compiled)) return { name: compiled, kind: 'value', stage: 'values' };
  // If the item has no such value, the message uses the name as it was written.
  const name = context.list === undefined ? compiled : writtenName(compiled);
  const own = itemFact(name);
  if (own !== undefined && context.items) return knownItem(name, own, context.items, report, at);
  const fact = factOf(name);
  const place = placeOfFact(name) ?? optionsOfFact(name);
  if (fact === undefined || (place !== undefined && !isThere(name, place, context))) {
    const names = [...context.fields.keys(), ...context.inside.keys()].map((each) => `values.${each}`);
    const all = [...facts.map((each) => each.name), ...names, ...(context.list?.names ?? [])];
    report.add(at, 'unknown-fact', `unknown fact "${name}"`, { wrong: name, known: all });
    return undefined;
  }
  if (!context.stages.includes(fact.stage)) {
    const reason = `the fact "${name}" is not known ${context.where}; a rule reads only what was decided before`;
    report.add(at, 'fact-too-late', reason);
    return undefined;
  }
  return fact;
}

function isThere(name: string, place: string, { fields, inside }: Checking['context']): boolean {
  return fields.has(place) || (placeOfFact(name) !== undefined && inside.has(place));
}

/** Returns a property of an option: its value, its name, or one that its list declares. */
function knownItem(
  name: string,
  own: string,
  items: NonNullable<Checking['context']['items']>,
  report: Checking['report'],
  at: Place,
): ReadFact | undefined {
  const kind = items[own];
  if (kind !== undefined && Object.hasOwn(items, own)) return { name, kind, stage: 'item' };
  const known = Object.keys(items).map((each) => `item.${each}`);
  report.add(at, 'unknown-fact', `unknown fact "${name}"; lists.json declares what an item says of itself`, {
    wrong: name,
    known,
  });
  return undefined;
}

/**
 * Checks a shift such as `{'+': [{var: fact}, 14, 'days']}`. Reports facts that are not dates, and invalid
 * counts and units.
 */
export function checkShift(fact: ReadFact, operand: unknown, { context, report }: Checking, at: Place): void {
  const shift = shiftOf(operand);
  if (shift === undefined) return;
  const { kind } = kindOfFact(fact, context);
  if (kind !== 'date')
    report.add(
      within(at, '+', 0),
      'bad-condition',
      `"+" shifts a date, but "${fact.name}" is ${kindWords[kind]}`,
    );
  if (!Number.isInteger(shift.count) || Math.abs(shift.count) > maxShift)
    report.add(
      within(at, '+', 1),
      'bad-condition',
      `a date is shifted by a whole number, not by ${JSON.stringify(shift.count)}`,
    );
  if (!dateUnits.includes(shift.unit))
    report.add(within(at, '+', 2), 'bad-condition', `a date is shifted by ${dateUnits.join(', ')}`, {
      wrong: String(shift.unit),
      known: dateUnits,
    });
}

/** A larger shift leaves the range of dates that the engine can write. */
const maxShift = 100_000;
