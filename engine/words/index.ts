/**
 * Describes rules and decisions in sentences, for people who edit forms. The studio and the command line use
 * this module; pages for visitors do not load it.
 */

import type { RuleConflict } from '../compile/conflicts.ts';
import type { ScenarioSituation } from '../scenarios/index.ts';
import type { Plan } from '../types.ts';
import { sayCondition, sayConstant, sayFact } from './conditions.ts';
import { sayEffects } from './effects.ts';
import type { Names } from './names.ts';
import { changesBetween, type PlanChange } from './plan-changes.ts';
import { type PlanReasons, reasonsOf } from './plan-reasons.ts';
import { type SaidRule, sayRule } from './rules.ts';
import type { Sentence } from './sentence.ts';
import { sayConflict, sayDifference, saySituation } from './situations.ts';
import { type Speaking, tellingOf } from './telling.ts';

export { consequenceWords } from './consequence-words.ts';
export { type Explanation, explanationOf } from './explanation.ts';
export { explanationText } from './explanation-text.ts';
export type { Named, NamedContent, Names } from './names.ts';
export type { PlanChange } from './plan-changes.ts';
export type { PlanReasons, Reason } from './plan-reasons.ts';
export { type SaidRule, type ShownOnly, shownOnlyOn } from './rules.ts';
export { type Part, type Reference, type Sentence, toText } from './sentence.ts';
export { type Speaking, spokenLocales } from './telling.ts';

export interface Words {
  readonly locale: string;
  readonly names: Names;
  readonly rule: (rule: SaidRule) => Sentence;
  readonly condition: (condition: unknown) => Sentence;
  /**
   * Describes what distinguishes a situation of an enquiry type, in which the plan was made, from the usual
   * one. Empty if nothing does.
   */
  readonly difference: (on: ScenarioSituation, plan: Plan) => Sentence;
  readonly effects: (then: unknown) => readonly Sentence[];
  readonly fact: (name: string) => Sentence;
  /** Describes a constant as a value of a fact: the name of a type, a site or a choice. */
  readonly constant: (value: unknown, fact: string) => Sentence;
  readonly situation: (on: ScenarioSituation) => Sentence;
  readonly conflict: (conflict: RuleConflict) => Sentence;
  readonly reasons: (plan: Plan) => PlanReasons;
  /**
   * Returns the differences between two plans. If the other plan is resolved without a rule, these are the
   * effects of the rule.
   */
  readonly changes: (now: Plan, other: Plan) => readonly PlanChange[];
}

export function wordsOf(speaking: Speaking): Words {
  const telling = tellingOf(speaking);
  const { names, speaker } = telling;
  return {
    locale: speaker.locale,
    names,
    rule: (rule) => sayRule(rule, telling),
    condition: (condition) => sayCondition(condition, telling),
    difference: (on, plan) => sayDifference(on, plan, telling),
    effects: (then) => sayEffects(then, telling),
    fact: (name) => sayFact(name, telling),
    constant: (value, fact) => sayConstant(value, fact, telling),
    situation: (on) => saySituation(on, telling),
    conflict: (conflict) => sayConflict(conflict, telling),
    reasons: (plan) => reasonsOf(plan, telling),
    changes: (now, other) => changesBetween(reasonsOf(now, telling), reasonsOf(other, telling)),
  };
}
