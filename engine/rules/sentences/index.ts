/**
 * Describes rules and decisions in sentences, for people who edit forms. The studio and the command line use
 * this module; pages for visitors do not load it.
 */

import type { ScenarioSituation } from '../../check/scenarios/index.ts';
import type { RuleConflict } from '../../compile/conflicts.ts';
import type { Plan } from '../../model/types.ts';
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

/** Functions that describe one form set in one language. */
export interface SentenceRenderer {
  /** The language of the sentences: `en`, `de`, `fr` or `ar`. */
  readonly locale: string;
  readonly names: DisplayNames;
  /** Describes a rule in one sentence, or in two if it replaces another rule. */
  readonly rule: (rule: DescribedRule) => Sentence;
  /** Describes a condition as a clause. A part that cannot be read is described as such. */
  readonly condition: (condition: unknown) => Sentence;
  /**
   * Describes how a situation differs from the usual one, lists included; empty if it does not.
   * `plan` is the form in this situation.
   */
  readonly difference: (on: ScenarioSituation, plan: Plan) => Sentence;
  /** Describes a fact as the subject of a clause: "the site". */
  readonly fact: (name: string) => Sentence;
  /** Describes a constant as a value of a fact: a type, a site or the label of a choice. */
  readonly constant: (value: unknown, fact: string) => Sentence;
  /**
   * Describes a situation by what differs from the usual one. Never empty: a situation that differs only in
   * lists or the locale is described as the usual one.
   */
  readonly situation: (on: ScenarioSituation) => Sentence;
  /** Describes the rule that conflicts with another one, and a situation in which both apply. */
  readonly conflict: (conflict: RuleConflict) => Sentence;
  /** Describes the decisions of a plan, each with the rules that made it. */
  readonly reasons: (plan: Plan) => PlanReasons;
  /**
   * Returns the decisions that differ between two plans. If the other plan is resolved without a rule, these
   * are the effects of the rule.
   */
  readonly changes: (now: Plan, other: Plan) => readonly PlanChange[];
}

/** Creates a renderer for a form, in the supported language that is nearest to the locale. */
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
