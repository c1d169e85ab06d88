/**
 * Describes rules and decisions in sentences, for people who edit forms. The studio and the command line use
 * this module; pages for visitors do not load it.
 */

import type { RuleConflict } from '../compile/conflicts.ts';
import type { ScenarioSituation } from '../scenarios/index.ts';
import type { Plan } from '../types.ts';
import { describeCondition, describeConstant, describeFact } from './conditions.ts';
import type { DisplayNames } from './names.ts';
import { comparePlanReasons, type PlanChange } from './plan-changes.ts';
import { describePlanReasons, type PlanReasons } from './plan-reasons.ts';
import { type DescribedRule, describeRule } from './rules.ts';
import type { Sentence } from './sentence.ts';
import { createSentenceContext, type SentenceOptions } from './sentence-context.ts';
import { describeConflict, describeScenarioSituation, describeSituationDifference } from './situations.ts';

export { createConsequenceDescriber } from './consequence-describer.ts';
export { buildExplanation } from './explanation.ts';
export { formatExplanation } from './explanation-text.ts';
export type { DisplayNames, NamedContent } from './names.ts';
export type { PlanChange } from './plan-changes.ts';
export type { PlanReasons, Reason } from './plan-reasons.ts';
export type { DescribedRule } from './rules.ts';
export { type Sentence, type SentencePart, type SentenceReference, sentenceToText } from './sentence.ts';
export { type SentenceOptions, sentenceLocales } from './sentence-context.ts';

export interface SentenceRenderer {
  readonly locale: string;
  readonly names: DisplayNames;
  readonly rule: (rule: DescribedRule) => Sentence;
  readonly condition: (condition: unknown) => Sentence;
  /** Describes how a situation differs from the usual one; empty if it does not. `plan` is the form in it. */
  readonly difference: (on: ScenarioSituation, plan: Plan) => Sentence;
  readonly fact: (name: string) => Sentence;
  /** Describes a constant as a value of a fact: a type, a site or the label of a choice. */
  readonly constant: (value: unknown, fact: string) => Sentence;
  /** Describes a situation by what differs from the usual one. Never empty. */
  readonly situation: (on: ScenarioSituation) => Sentence;
  readonly conflict: (conflict: RuleConflict) => Sentence;
  readonly reasons: (plan: Plan) => PlanReasons;
  /**
   * Returns the differences between two plans. If the other plan is resolved without a rule, these are the
   * effects of the rule.
   */
  readonly changes: (now: Plan, other: Plan) => readonly PlanChange[];
}

export function createSentenceRenderer(options: SentenceOptions): SentenceRenderer {
  const context = createSentenceContext(options);
  const { names, language } = context;
  return {
    locale: language.locale,
    names,
    rule: (rule) => describeRule(rule, context),
    condition: (condition) => describeCondition(condition, context),
    difference: (on, plan) => describeSituationDifference(on, plan, context),
    fact: (name) => describeFact(name, context),
    constant: (value, fact) => describeConstant(value, fact, context),
    situation: (on) => describeScenarioSituation(on, context),
    conflict: (conflict) => describeConflict(conflict, context),
    reasons: (plan) => describePlanReasons(plan, context),
    changes: (now, other) =>
      comparePlanReasons(describePlanReasons(now, context), describePlanReasons(other, context)),
  };
}
