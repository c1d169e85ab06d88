import { getDateShift, getFactOfOperand, isOperation } from '../../conditions/condition.ts';
import { toText } from '../../json-schema/values.ts';
import { dateUnits } from '../../model/compare-values.ts';
import { getFactPath, getItemProperty, getOptionsField } from '../../model/fact-names.ts';
import { factDefinitions, findFact } from '../../model/facts.ts';
import { type DocumentPath, extendPath } from '../report.ts';
import { getComparableKind, kindLabels } from './compared-kinds.ts';
import type { ConditionCheck, ReadFact } from './condition-context.ts';
import { toWrittenName } from './quantified-list.ts';

/**
 * Returns the fact that an operand names, by itself or in a shifted date; undefined for a constant. Reports
 * any other operator, and a fact that is unknown or not known at this stage, and returns undefined.
 */
export function readFact(operand: unknown, checking: ConditionCheck, at: DocumentPath): ReadFact | undefined {
  const { report } = checking;
  const name = getFactOfOperand(operand);
  if (name === undefined) {
    if (isOperation(operand))
      report.add(
        at,
        'bad-condition',
        'expected a fact ({"var": ...}), a shifted date ({"+": [{"var": "today"}, 14, "days"]}) or a constant, not another operator',
      );
    return undefined;
  }
  return findReadableFact(
    name,
    checking,
    getDateShift(operand) ? extendPath(at, '+', 0, 'var') : extendPath(at, 'var'),
  );
}

/**
 * Returns the fact with a compiled name. Returns undefined and reports it if there is none, or if it is not
 * known at this stage.
 */
function findReadableFact(
  compiled: string,
  { context, report }: ConditionCheck,
  at: DocumentPath,
): ReadFact | undefined {
  if (context.list?.types.has(compiled)) return { name: compiled, kind: 'value', stage: 'values' };
  // If the item has no such value, the message uses the name as it was written.
  const name = context.list === undefined ? compiled : toWrittenName(compiled);
  const own = getItemProperty(name);
  if (own !== undefined && context.items) return findOptionFact(name, own, context.items, report, at);
  const fact = findFact(name);
  const place = getFactPath(name) ?? getOptionsField(name);
  if (fact === undefined || (place !== undefined && !isKnownPath(name, place, context))) {
    const names = [...context.fields.keys(), ...context.inside.keys()].map((each) => `values.${each}`);
    const all = [...factDefinitions.map((each) => each.name), ...names, ...(context.list?.names ?? [])];
    report.add(at, 'unknown-fact', `unknown fact "${name}"`, { wrong: name, known: all });
    return undefined;
  }
  if (!context.stages.includes(fact.stage)) {
    const reason = `the fact "${name}" is not known ${context.where}; a rule can read only what was decided before`;
    report.add(at, 'fact-too-late', reason);
    return undefined;
  }
  return fact;
}

/**
 * Returns true if the form has the field of a fact or, for a fact `values.…` only, the value inside a field.
 * @param name The fact: `values.boat.make` or `options.boat`.
 * @param place The name without its prefix: `boat.make` or `boat`.
 */
function isKnownPath(name: string, place: string, { fields, inside }: ConditionCheck['context']): boolean {
  return fields.has(place) || (getFactPath(name) !== undefined && inside.has(place));
}

/**
 * Returns the fact for a property of an option: its value, its name, or one that its list declares. Returns
 * undefined and reports any other property.
 * @param name The name of the fact: `item.country`.
 * @param property The name without its prefix: `country`.
 */
function findOptionFact(
  name: string,
  property: string,
  items: NonNullable<ConditionCheck['context']['items']>,
  report: ConditionCheck['report'],
  at: DocumentPath,
): ReadFact | undefined {
  const kind = items[property];
  if (kind !== undefined && Object.hasOwn(items, property)) return { name, kind, stage: 'item' };
  const known = Object.keys(items).map((each) => `item.${each}`);
  report.add(at, 'unknown-fact', `unknown fact "${name}"; lists.json declares the facts of items`, {
    wrong: name,
    known,
  });
  return undefined;
}

/**
 * Checks a shift such as `{'+': [{var: fact}, 14, 'days']}`. Reports facts that are not dates, and invalid
 * counts and units. An operand without a shift has no problems.
 */
export function checkShift(
  fact: ReadFact,
  operand: unknown,
  { context, report }: ConditionCheck,
  at: DocumentPath,
): void {
  const shift = getDateShift(operand);
  if (shift === undefined) return;
  const { kind } = getComparableKind(fact, context);
  if (kind !== 'date')
    report.add(
      extendPath(at, '+', 0),
      'bad-condition',
      `"+" shifts a date, but "${fact.name}" is ${kindLabels[kind]}`,
    );
  if (!Number.isInteger(shift.count) || Math.abs(shift.count) > maxShift)
    report.add(
      extendPath(at, '+', 1),
      'bad-condition',
      `a date is shifted by a whole number, not by ${JSON.stringify(shift.count)}`,
    );
  if (!dateUnits.includes(shift.unit))
    report.add(extendPath(at, '+', 2), 'bad-condition', `a date is shifted by ${dateUnits.join(', ')}`, {
      wrong: toText(shift.unit),
      known: dateUnits,
    });
}

/** A larger shift leaves the range of dates that the engine can write. */
const maxShift = 100_000;
