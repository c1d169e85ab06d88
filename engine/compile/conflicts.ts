import { getFactValue, listFactsRead } from '../conditions/condition.ts';
import { findCommonSituation } from '../conditions/situation-space.ts';
import { listAffectedFields } from '../model/effects.ts';
import { getFactField, getOptionsField } from '../model/fact-names.ts';
import type { Condition, Effects, FormType } from '../model/types.ts';
import { extendPath, type ProblemReport } from './report.ts';
import type { PlacedRule } from './rules.ts';

/** Effects of which a field can have only one. */
const exclusiveEffects = ['preset', 'calculate', 'options', 'bound', 'label', 'hint'] as const;

/**
 * Reports rules that cannot be decided: two rules that give one field two presets, calculations, option sets,
 * bounds or texts in the same situation or set two recipients, and circular dependencies between fields.
 */
export function reportConflicts(
  rules: readonly PlacedRule[],
  types: readonly FormType[],
  report: ProblemReport,
): void {
  for (const [index, rule] of rules.entries()) {
    for (const other of rules.slice(index + 1)) {
      for (const conflict of findConflicts(rule, other, types)) reportConflict(rule, other, conflict, report);
    }
  }
  reportCircularDependencies(rules, report);
}

/**
 * Two rules that match in the same situation and set an effect that a field, or the mail, can have only once.
 */
export interface RuleConflict {
  /** The id of the second of the two rules. */
  readonly ruleId: string;
  readonly effect: (typeof exclusiveEffects)[number] | 'recipient';
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

/**
 * Returns the effects of which only one can apply and to which two rules give different values in the same
 * situation; none if no situation is common to both.
 */
export function findConflicts(
  rule: PlacedRule,
  other: PlacedRule,
  types: readonly FormType[],
): readonly RuleConflict[] {
  const ofFields = exclusiveEffects.flatMap((effect): readonly RuleConflict[] => {
    const [given, too] = [rule.then[effect] ?? {}, other.then[effect] ?? {}] as readonly Readonly<
      Record<string, unknown>
    >[];
    return Object.keys(given ?? {}).flatMap((field) => {
      if (too?.[field] === undefined || JSON.stringify(too[field]) === JSON.stringify(given?.[field]))
        return [];
      const concerned = types.filter((type) => type.fields.some(({ name }) => name === field));
      const meet = findCommonMatch(rule, other, concerned);
      return meet === undefined ? [] : [{ ruleId: other.id, effect, field, ...meet }];
    });
  });
  const [one, another] = [rule.then.recipient, other.then.recipient];
  if (one === undefined || another === undefined || JSON.stringify(one) === JSON.stringify(another))
    return ofFields;
  const meet = findCommonMatch(rule, other, types);
  // The mail has one recipient.
  return meet === undefined ? ofFields : [...ofFields, { ruleId: other.id, effect: 'recipient', ...meet }];
}

/** Reports a conflict at the second rule. */
function reportConflict(
  rule: PlacedRule,
  other: PlacedRule,
  { effect, field, where }: RuleConflict,
  report: ProblemReport,
): void {
  const what =
    effect === 'recipient'
      ? 'set the recipient of the mail'
      : `set the ${effectLabels[effect]} of "${field ?? ''}"`;
  const reason = `"${rule.id}" and "${other.id}" both ${what} where ${where}; let only one of them apply there`;
  const steps = field === undefined ? [effect] : [effect, field];
  report.add(extendPath(other.at, 'then', ...steps), 'rule-conflict', reason);
}

/** The effects in messages. */
const effectLabels = {
  preset: 'preset',
  calculate: 'calculation',
  options: 'options',
  bound: 'bounds',
  label: 'label',
  hint: 'hint',
} as const satisfies Partial<Record<keyof Effects, string>>;

/**
 * Returns a situation in which both rules match, or undefined if there is none. If there are too many
 * situations to search, it returns a description without facts.
 */
function findCommonMatch(
  rule: PlacedRule,
  other: PlacedRule,
  types: readonly FormType[],
): Pick<RuleConflict, 'where' | 'facts'> | undefined {
  const conditions = [rule.when, other.when].filter((when): when is Condition => when !== undefined);
  const situation = findCommonSituation(conditions, types);
  if (situation === 'none') return undefined;
  if (situation === 'unknown')
    return { where: 'both may apply (there are too many situations to check)', facts: {} };
  const names = [...new Set(conditions.flatMap((condition) => listFactsRead(condition)))];
  const facts = names.map((name) => [name, getFactValue(situation, name) ?? null] as const);
  const described = facts.map(([name, value]) => `${name} is ${JSON.stringify(value)}`);
  return {
    where: described.length === 0 ? 'both always apply' : described.join(', '),
    facts: Object.fromEntries(facts),
  };
}

/**
 * Reports fields whose values or options depend on themselves through rules, once for each field of a circle.
 */
function reportCircularDependencies(rules: readonly PlacedRule[], report: ProblemReport): void {
  const dependencies = new Map<string, Set<string>>();
  const placeOf = new Map<string, PlacedRule>();
  for (const rule of rules) {
    const { preset, calculate, bound, filter } = rule.then;
    for (const field of [...listAffectedFields(rule.then), ...listDecidedOptionNodes(rule.then)]) {
      // A rule may calculate one field from another that it also calculates.
      const read = listReadNodes([rule.when, preset, bound, filter, calculate?.[field]]);
      const known = dependencies.get(field) ?? new Set();
      for (const name of read) known.add(name);
      dependencies.set(field, known);
      if (read.length > 0) placeOf.set(field, rule);
    }
  }
  for (const field of dependencies.keys()) {
    const circle = findCircle(field, dependencies);
    const rule = placeOf.get(field);
    if (circle && rule)
      report.add(
        rule.at,
        'field-circle',
        `the fields depend on each other: ${circle.join(' -> ')}; remove one of the conditions`,
      );
  }
}

/**
 * Returns the nodes of the dependency graph that expressions read: `name` for the value of a field,
 * `options.name` for its options.
 */
function listReadNodes(read: readonly unknown[]): readonly string[] {
  return listFactsRead(read).flatMap(
    (name) => getFactField(name) ?? toOptionNode(getOptionsField(name)) ?? [],
  );
}

/**
 * Returns the nodes for the options that effects decide. Options are decided before the value of the field
 * and have their own dependencies.
 */
function listDecidedOptionNodes({ options, filter }: Effects): readonly string[] {
  return Object.keys({ ...options, ...filter }).map((field) => `options.${field}`);
}

/** Returns the node for the options of a field; undefined without a field. */
function toOptionNode(field: string | undefined): string | undefined {
  return field === undefined ? undefined : `options.${field}`;
}

/**
 * Returns a path of dependencies from a node back to itself, with the node at both ends; undefined if there
 * is none.
 */
function findCircle(
  start: string,
  dependencies: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] | undefined {
  const seen = new Set<string>();
  /** Returns the path, extended from `field` to `start`; undefined if there is none. */
  const findPathToStart = (field: string, path: readonly string[]): readonly string[] | undefined => {
    for (const next of dependencies.get(field) ?? []) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = findPathToStart(next, [...path, next]);
      if (found) return found;
    }
    return undefined;
  };
  return findPathToStart(start, [start]);
}
