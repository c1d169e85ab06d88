import { factsRead, factValue } from '../conditions/condition.ts';
import { meeting } from '../conditions/space.ts';
import { fieldsDecidedBy } from '../effects.ts';
import { fieldOfFact, optionsOfFact } from '../fact-names.ts';
import type { Condition, Effects, FormType } from '../types.ts';
import { type Report, within } from './report.ts';
import type { PlacedRule } from './rules.ts';

/** Effects of which a field can have only one. */
const single = ['preset', 'calculate', 'options', 'bound', 'label', 'hint'] as const;

/**
 * Reports what cannot be decided: two rules that give one field two presets, option sets, bounds or texts in
 * the same situation, and circular dependencies between fields.
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

/**
 * Two rules that match in the same situation and set an effect that a field, or the mail, can have only once.
 */
export interface RuleConflict {
  readonly ruleId: string;
  readonly effect: (typeof single)[number] | 'recipient';
  /** The field with two values. Absent if the effect is the recipient. */
  readonly field?: string;
  /** A situation in which both rules match, described by facts: `site.id is "119"`. */
  readonly where: string;
  /**
   * The facts of that situation that the conditions read. Empty if both rules always match, or if there are
   * too many situations to compare.
   */
  readonly facts: Readonly<Record<string, unknown>>;
}

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
  // The mail has one recipient.
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

/** Returns a situation in which both rules match, or undefined if there is none. */
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
      // A rule may calculate one field from another that it also calculates.
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

/**
 * Returns the nodes for the options of fields. Options are decided before the field's value and have their
 * own dependencies.
 */
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
