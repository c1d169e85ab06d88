import { factsRead, factValue } from '../conditions/condition.ts';
import { meeting } from '../conditions/space.ts';
import { fieldsDecidedBy } from '../effects.ts';
import { fieldOfFact, optionsOfFact } from '../fact-names.ts';
import type { Condition, Effects, FormType } from '../types.ts';
import { type Report, within } from './report.ts';
import type { PlacedRule } from './rules.ts';

/** Effects of which one thing can have only one. */
const single = ['preset', 'calculate', 'options', 'bound', 'label', 'hint'] as const;

/**
 * Reports what cannot be decided: two rules that give one field two presets, option sets, bounds or texts in the same situation, and fields
 * that wait for each other in a circle.
 */
export function reportConflicts(
  rules: readonly PlacedRule[],
  types: readonly FormType[],
  report: Report,
): void {
  for (const [index, rule] of rules.entries()) {
    for (const other of rules.slice(index + 1)) {
      for (const conflict of conflictsOf(rule, other, types)) reportConflict(rule, other, conflict, report);
    }
  }
  reportFieldCircles(rules, report);
}

/** What two rules give that one thing can have only one of, where both hold. */
export interface RuleConflict {
  /** The other rule. */
  readonly ruleId: string;
  readonly effect: (typeof single)[number] | 'recipient';
  /** The field that is given two; absent where it is who gets the mail. */
  readonly field?: string;
  /** A situation in which both hold, in facts: `site.id is "119"`. */
  readonly where: string;
  /** That situation, as far as conditions of the two read it; empty where both always hold, or too many would have to be told apart. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The conflicts of a rule with another. */
export function conflictsOf(
  rule: PlacedRule,
  other: PlacedRule,
  types: readonly FormType[],
): readonly RuleConflict[] {
  const ofFields = single.flatMap((effect): readonly RuleConflict[] => {
    const [given, too] = [rule.then[effect] ?? {}, other.then[effect] ?? {}] as readonly Readonly<
      Record<string, unknown>
    >[];
    return Object.keys(given ?? {}).flatMap((field) => {
      if (too?.[field] === undefined || JSON.stringify(too[field]) === JSON.stringify(given?.[field]))
        return [];
      const concerned = types.filter((type) => type.fields.some(({ name }) => name === field));
      const meet = whereBothHold(rule, other, concerned);
      return meet === undefined ? [] : [{ ruleId: other.id, effect, field, ...meet }];
    });
  });
  const [one, another] = [rule.then.recipient, other.then.recipient];
  if (one === undefined || another === undefined || JSON.stringify(one) === JSON.stringify(another))
    return ofFields;
  const meet = whereBothHold(rule, other, types);
  // One mail goes to one recipient.
  return meet === undefined ? ofFields : [...ofFields, { ruleId: other.id, effect: 'recipient', ...meet }];
}

function reportConflict(
  rule: PlacedRule,
  other: PlacedRule,
  { effect, field, where }: RuleConflict,
  report: Report,
): void {
  const what =
    effect === 'recipient' ? 'say who gets the mail' : `give "${field ?? ''}" its ${words[effect]}`;
  const reason = `"${rule.id}" and "${other.id}" both ${what} where ${where}; let only one of them hold there`;
  const steps = field === undefined ? [effect] : [effect, field];
  report.add(within(other.at, 'then', ...steps), 'rule-conflict', reason);
}

const words = {
  preset: 'preset',
  calculate: 'calculation',
  options: 'options',
  bound: 'bounds',
  label: 'label',
  hint: 'hint',
} as const satisfies Partial<Record<keyof Effects, string>>;

/** The situation in which both hold, in words; undefined where they never do. */
function whereBothHold(
  rule: PlacedRule,
  other: PlacedRule,
  types: readonly FormType[],
): Pick<RuleConflict, 'where' | 'facts'> | undefined {
  const conditions = [rule.when, other.when].filter((when): when is Condition => when !== undefined);
  const situation = meeting(conditions, types);
  if (situation === 'none') return undefined;
  if (situation === 'unknown') return { where: 'too many situations would have to be told apart', facts: {} };
  const names = [...new Set(conditions.flatMap((condition) => factsRead(condition)))];
  const facts = names.map((name) => [name, factValue(situation, name) ?? null] as const);
  const described = facts.map(([name, value]) => `${name} is ${JSON.stringify(value)}`);
  return {
    where: described.length === 0 ? 'they always hold' : described.join(', '),
    facts: Object.fromEntries(facts),
  };
}

function reportFieldCircles(rules: readonly PlacedRule[], report: Report): void {
  const waitsFor = new Map<string, Set<string>>();
  const placeOf = new Map<string, PlacedRule>();
  for (const rule of rules) {
    const { preset, calculate, bound, filter } = rule.then;
    for (const field of [...fieldsDecidedBy(rule.then), ...optionsDecidedBy(rule.then)]) {
      // One rule may calculate a field of another that it calculates.
      const read = nodesRead([rule.when, preset, bound, filter, calculate?.[field]]);
      const known = waitsFor.get(field) ?? new Set();
      for (const name of read) known.add(name);
      waitsFor.set(field, known);
      if (read.length > 0) placeOf.set(field, rule);
    }
  }
  for (const field of waitsFor.keys()) {
    const circle = circleFrom(field, waitsFor);
    const rule = placeOf.get(field);
    if (circle && rule)
      report.add(
        rule.at,
        'field-circle',
        `the fields wait for each other: ${circle.join(' -> ')}; take one of the conditions out`,
      );
  }
}

function nodesRead(read: readonly unknown[]): readonly string[] {
  return factsRead(read).flatMap((name) => fieldOfFact(name) ?? optionNode(optionsOfFact(name)) ?? []);
}

/** The options of a field are decided before its value, and wait for what decides them. */
function optionsDecidedBy({ options, filter }: Effects): readonly string[] {
  return Object.keys({ ...options, ...filter }).map((field) => `options.${field}`);
}

function optionNode(field: string | undefined): string | undefined {
  return field === undefined ? undefined : `options.${field}`;
}

function circleFrom(
  start: string,
  waitsFor: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] | undefined {
  const seen = new Set<string>();
  const search = (field: string, path: readonly string[]): readonly string[] | undefined => {
    for (const next of waitsFor.get(field) ?? []) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = search(next, [...path, next]);
      if (found) return found;
    }
    return undefined;
  };
  return search(start, [start]);
}
