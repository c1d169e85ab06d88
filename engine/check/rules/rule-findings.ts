import { findCommonSituation } from '../../conditions/situation-space.ts';
import { isSameJson } from '../../json-schema/values.ts';
import type { Condition, Documents, Form, FormType, Rule } from '../../model/types.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import { type EffectPart, listEffectParts } from './effect-parts.ts';
import type { IdlePart } from './part-log.ts';

export interface RuleObservations {
  readonly form: Form;
  readonly documents: Documents;
  /** Returns the position of a rule, and of a part of it, in the documents. */
  readonly places: DocumentLocator;
  /** The parts of rules whose removal changed no visited plan. */
  readonly idle: readonly IdlePart[];
  /** The ids of the rules that matched in some visited situation. */
  readonly matchingRules: ReadonlySet<string>;
}

/**
 * Reports rules that never or always match, repeat another rule, or change nothing, and single effects that
 * change nothing. The findings are in the order of the rules. A rule that never matches or repeats another
 * one has only that finding.
 */
export function buildRuleFindings(seen: RuleObservations): readonly Finding[] {
  const { form } = seen;
  const conditional = listConditionalRules(seen.documents);
  const repeats = findRepeatedRules(form.rules, form.types);
  return form.rules.flatMap((rule): readonly Finding[] => {
    const always =
      conditional.has(rule.id) && isAlwaysTrue(rule, form.types) ? [createAlwaysTrueFinding(rule, seen)] : [];
    if (!seen.matchingRules.has(rule.id)) return [createNeverMatchingFinding(rule, seen)];
    const repeated = repeats.get(rule.id);
    if (repeated !== undefined) return [createRepeatFinding(rule, repeated, seen)];
    const isRepeated = [...repeats.values()].includes(rule.id);
    return [...always, ...(isRepeated ? [] : createIdleFindings(rule, seen))];
  });
}

/**
 * Returns the ids of the rules that have a condition in the document. Rules that another one replaces are
 * left out, because `insteadOf` changes the condition of the replaced rule.
 */
function listConditionalRules(documents: Documents): ReadonlySet<string> {
  const { rules } = documents['rules.json'] as {
    readonly rules: readonly { readonly id: string; readonly when?: unknown; readonly insteadOf?: string }[];
  };
  const replaced = new Set(rules.map(({ insteadOf }) => insteadOf));
  return new Set(rules.filter(({ id, when }) => when !== undefined && !replaced.has(id)).map(({ id }) => id));
}

/**
 * Returns true if a rule has a condition that is proved to be true in every situation; false without a
 * condition, and if the proof takes too long.
 */
function isAlwaysTrue({ when }: Rule, types: readonly FormType[]): boolean {
  return when !== undefined && findCommonSituation([{ '!': [when] }], types) === 'none';
}

/**
 * Returns, by the id of each rule that repeats an earlier one, the id of the first one that it repeats: both
 * have the same effects under equivalent conditions.
 */
function findRepeatedRules(rules: readonly Rule[], types: readonly FormType[]): ReadonlyMap<string, string> {
  const byEffects = new Map<string, Rule[]>();
  for (const rule of rules) {
    const key = JSON.stringify(rule.then);
    const same = byEffects.get(key);
    if (same === undefined) byEffects.set(key, [rule]);
    else same.push(rule);
  }
  const repeats = new Map<string, string>();
  for (const same of byEffects.values()) {
    for (const [index, rule] of same.entries()) {
      const earlier = same.slice(0, index).find((other) => haveEquivalentConditions(rule, other, types));
      if (earlier) repeats.set(rule.id, earlier.id);
    }
  }
  return repeats;
}

/**
 * Returns true if no situation distinguishes two conditions. A rule without a condition is always true. False
 * if the search for such a situation takes too long.
 */
function haveEquivalentConditions(one: Rule, other: Rule, types: readonly FormType[]): boolean {
  const [left, right] = [one, other].map(({ when }): Condition => when ?? { '!': [false] });
  const differing: readonly (readonly Condition[])[] = [
    [left ?? {}, { '!': [right] }],
    [right ?? {}, { '!': [left] }],
  ];
  return differing.every((conditions) => findCommonSituation(conditions, types) === 'none');
}

function createAlwaysTrueFinding({ id }: Rule, { places }: RuleObservations): Finding {
  return createFinding({
    ...places.rule(id, 'when'),
    code: 'rule-always-holds',
    reason: `the condition of "${id}" is always true; remove it, or correct it`,
  });
}

/**
 * Returns the finding for a rule that matched in no visited situation. Its reason says whether the condition
 * contradicts itself or other rules prevent it.
 */
function createNeverMatchingFinding({ id, when }: Rule, { places, form }: RuleObservations): Finding {
  const isPossible = when === undefined || findCommonSituation([when], form.types) !== 'none';
  const why = isPossible ? 'other rules prevent it on every page' : 'its condition contradicts itself';
  return createFinding({
    ...places.rule(id, ...(when === undefined ? [] : ['when'])),
    code: 'rule-never-holds',
    reason: `the rule "${id}" never applies: ${why}; correct its condition, or remove it`,
  });
}

function createRepeatFinding({ id }: Rule, earlier: string, { places }: RuleObservations): Finding {
  return createFinding({
    ...places.rule(id),
    code: 'rule-repeats',
    reason: `the rule "${id}" repeats "${earlier}": both do the same in the same situations; remove one of them`,
    because: [earlier],
  });
}

/**
 * Reports parts of a rule that change nothing: one finding if that is every part, else one for each; none if
 * every part makes a difference.
 */
function createIdleFindings(rule: Rule, { idle, places, form }: RuleObservations): readonly Finding[] {
  const own = idle.filter(({ part }) => part.ruleId === rule.id);
  if (own.length === 0) return [];
  const total = listEffectParts(rule).length;
  if (own.length === total) {
    const { beside, isOverruled } = findDecidingRules(own, form);
    return [
      createFinding({
        ...places.rule(rule.id),
        code: isOverruled ? 'rule-overruled' : 'rule-never-matters',
        reason: `the rule "${rule.id}" changes nothing where it applies${formatDecidingRules(beside, isOverruled)}; correct it, or remove it`,
        ...(beside.length > 0 && { because: beside }),
      }),
    ];
  }
  return own.map((each) => {
    const { part } = each;
    const { beside, isOverruled } = findDecidingRules([each], form);
    return createFinding({
      ...places.rule(rule.id, 'then', ...part.path),
      code: isOverruled ? 'effect-overruled' : 'effect-never-matters',
      reason: `"${part.words}" of the rule "${rule.id}" changes nothing where it applies${formatDecidingRules(beside, isOverruled)}; correct it, or remove it`,
      ...(beside.length > 0 && { because: beside }),
    });
  });
}

interface DecidingRules {
  /** The ids of the other rules because of which the parts change nothing. */
  readonly beside: readonly string[];
  /** True if these rules decide otherwise and prevail; false if they decide the same. */
  readonly isOverruled: boolean;
}

/**
 * Returns the other rules because of which some parts change nothing. If every part is overruled by one of
 * them, only those that overrule are returned.
 */
function findDecidingRules(idle: readonly IdlePart[], { rules }: Form): DecidingRules {
  const all = [...new Set(idle.flatMap(({ beside }) => beside))];
  /** Returns the rule with an id; undefined if there is none. */
  const findRule = (id: string) => rules.find((rule) => rule.id === id);
  const overruling = all.filter((id) =>
    idle.some(({ part, beside }) => {
      const [other, own] = [findRule(id), findRule(part.ruleId)];
      return (
        beside.includes(id) && other !== undefined && own !== undefined && decidesOtherwise(other, part, own)
      );
    }),
  );
  const isOverruled =
    overruling.length > 0 && idle.every(({ beside }) => beside.some((id) => overruling.includes(id)));
  return { beside: isOverruled ? overruling : all, isOverruled };
}

/**
 * Returns true if another rule overrules a part of the rule `own`: its limit is stricter, or it decides about
 * the same target by a different effect. Effects that add to each other never overrule. The other rule must
 * be one that the plan names as a reason beside the part.
 */
function decidesOtherwise({ then }: Rule, part: EffectPart, own: Rule): boolean {
  const [effect] = part.path;
  if (effect === 'limit' || effect === 'bound') {
    const [value, other] = [own.then, then].map((effects) => getValueAt(effects, part.path));
    return other !== undefined && isStricter(other, value, part.path.at(-1) === 'minimum');
  }
  const listed = Object(then)[String(effect)];
  return prevailing.test(String(effect)) && !(Array.isArray(listed) && listed.includes(part.target));
}

/** Returns the value at a path; undefined if there is none. */
function getValueAt(effects: unknown, path: EffectPart['path']): unknown {
  return path.reduce<unknown>((node, step) => Object(node)[step], effects);
}

/**
 * Returns true if the first limit allows less than the second, or if they differ and are not two constants of
 * the same type.
 * @param isMinimum True if both are minimums, so that the greater one is stricter.
 */
function isStricter(one: unknown, other: unknown, isMinimum: boolean): boolean {
  if (isSameJson(one, other)) return false;
  const areConstants = typeof one === typeof other && (typeof one === 'number' || typeof one === 'string');
  if (!areConstants) return true;
  const isLess = (one as number) < (other as number);
  return isMinimum ? !isLess : isLess;
}

/**
 * Effects over which others prevail: `hide` over `conceal` over `show` and `require`, `disable` over
 * `readonly`, `enable` and `require`.
 */
const prevailing = /^(?:hide|conceal|show|require|disable|readonly|enable)$/;

/**
 * Returns the end of a sentence: `, because "a" overrides it`, or `, because "a" decides the same`. Returns
 * an empty text if there are no rules.
 */
function formatDecidingRules(beside: readonly string[], isOverruled: boolean): string {
  if (beside.length === 0) return '';
  const verb = isOverruled ? ['overrides it', 'override it'] : ['decides the same', 'decide the same'];
  return `, because ${beside.map((id) => `"${id}"`).join(', ')} ${beside.length === 1 ? verb[0] : verb[1]}`;
}
