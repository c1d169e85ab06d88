/** Rules and reasons in words, for people who change forms: what editors and the command line read, and no visitor's page carries. */

import type { RuleConflict } from '../compile/conflicts.ts';
import type { Consequence } from '../consequences/index.ts';
import type { ScenarioSituation } from '../scenarios/index.ts';
import type { Documents, Form, Plan } from '../types.ts';
import type { Catalogue } from './catalogue.ts';
import { ar } from './catalogues/ar.ts';
import { de } from './catalogues/de.ts';
import { en } from './catalogues/en.ts';
import { fr } from './catalogues/fr.ts';
import { sayCondition, sayConstant, sayFact, type Telling } from './conditions.ts';
import { sayConsequence } from './consequences.ts';
import { sayEffects } from './effects.ts';
import { type NamedContent, type Names, namesOf } from './names.ts';
import { changesBetween, type PlanChange } from './plan-changes.ts';
import { type PlanReasons, reasonsOf } from './plan-reasons.ts';
import { type SaidRule, sayRule } from './rules.ts';
import type { Sentence } from './sentence.ts';
import { sayConflict, sayDifference, saySituation } from './situations.ts';
import { speakerOf, spokenLocale } from './speaker.ts';

export { type Explanation, explanationOf } from './explanation.ts';
export { explanationText } from './explanation-text.ts';
export type { Named, NamedContent, Names } from './names.ts';
export type { PlanChange } from './plan-changes.ts';
export type { PlanReasons, Reason } from './plan-reasons.ts';
export { type SaidRule, type ShownOnly, shownOnlyOn } from './rules.ts';
export { type Part, type Reference, type Sentence, toText } from './sentence.ts';

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

/** What is spoken of, and in which language: the nearest of `en`, `de`, `fr` and `ar`, else English. */
export interface Speaking {
  readonly form: Form;
  /** Descriptions of rules and lists, which are their names, stand in the documents. */
  readonly documents?: Documents;
  readonly content?: NamedContent;
  readonly locale: string;
}

const catalogues: Readonly<Record<string, Catalogue>> = { en, de, fr, ar };

/** The languages of all that is said here. */
export const spokenLocales: readonly string[] = Object.keys(catalogues);

/** Says in one language what changes from one version to another. */
export function consequenceWords({
  before,
  after,
  ...speaking
}: Omit<Speaking, 'form' | 'documents'> & {
  readonly before: Omit<Speaking, 'content' | 'locale'>;
  readonly after: Omit<Speaking, 'content' | 'locale'>;
}): (consequence: Consequence) => Sentence {
  const both = { before: tellingOf({ ...before, ...speaking }), after: tellingOf({ ...after, ...speaking }) };
  return (consequence) => sayConsequence(consequence, both);
}

function tellingOf({ locale, ...naming }: Speaking): Telling {
  const spoken = spokenLocale(locale, Object.keys(catalogues));
  const speaker = speakerOf(spoken, catalogues[spoken] ?? en);
  return { names: namesOf(naming, speaker), speaker };
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
