/** Rules and reasons in words, for people who change forms: what editors and the command line read, and no visitor's page carries. */

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

/** Says what rules ask and do, in one language. */
export interface Words {
  readonly locale: string;
  readonly names: Names;
  readonly rule: (rule: SaidRule) => Sentence;
  readonly condition: (condition: unknown) => Sentence;
  /** What tells a situation of an enquiry type, in which a plan was made, from the usual one; nothing where nothing does. */
  readonly difference: (on: ScenarioSituation, plan: Plan) => Sentence;
  /** Each effect of a rule as a clause. */
  readonly effects: (then: unknown) => readonly Sentence[];
  readonly fact: (name: string) => Sentence;
  /** A value as a fact holds it: a type, a site or a choice by its name. */
  readonly constant: (value: unknown, fact: string) => Sentence;
  /** A situation in the words of scenarios: what is unusual about it. */
  readonly situation: (on: ScenarioSituation) => Sentence;
  /** What a rule cannot be decided beside. */
  readonly conflict: (conflict: RuleConflict) => Sentence;
  readonly reasons: (plan: Plan) => PlanReasons;
  /** What another plan says otherwise: of `withoutRule`, what would change without the rule. */
  readonly changes: (now: Plan, other: Plan) => readonly PlanChange[];
}

/** Words for the rules of a form. */
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
