import { findConflicts, type RuleConflict } from '../../compile/conflicts.ts';
import { getDeclaredLists, listOptionSets } from '../../compile/lists.ts';
import { createReport } from '../../compile/report.ts';
import { compileRules, type PlacedRule, type RuleSource } from '../../compile/rules.ts';
import type { Documents, Form, Plan, Situation } from '../../model/types.ts';
import { addItems, getItems } from '../../preset/check.ts';
import { resolve } from '../../resolve/resolve.ts';
import { toScenarioSituation } from '../scenarios/index.ts';
import { readScenarioDocument } from '../scenarios.ts';
import type { ExampleSituation } from './rule-coverage.ts';

export interface RuleInDocuments {
  readonly form: Form;
  readonly documents: Documents;
  readonly id: string;
}

export interface RuleRemoval {
  readonly situation: Situation;
  /** The plan with all rules. */
  readonly now: Plan;
  /** The plan without the one rule. */
  readonly without: Plan;
}

/**
 * Resolves an example situation of a rule twice, with and without the rule. Without it, a rule that it
 * replaces by `insteadOf` is active again. Throws if the situation names an unknown item of the narrowed list
 * or an unknown field.
 */
export function resolveWithoutRule(
  { form, documents, id }: RuleInDocuments,
  example: ExampleSituation,
): RuleRemoval {
  const { document } = readScenarioDocument(form, documents);
  const situation = toScenarioSituation(form, addItems(document, getItems(example)), example.on);
  const left = getRuleSources(documents).flatMap(({ insteadOf, ...rule }) => {
    if (rule.id === id) return [];
    return [{ ...rule, ...(insteadOf !== undefined && insteadOf !== id && { insteadOf }) }];
  });
  const rules = compileRuleSources(left, form, documents).map(({ at: _at, ...rule }) => rule);
  return { situation, now: resolve(form, situation), without: resolve({ ...form, rules }, situation) };
}

/**
 * Returns the conflicts of a rule with other rules: both match in some situation and set different values.
 * Documents with a conflict do not compile, so `form` is the last one that compiled. Returns none if the
 * documents do not have the rule.
 */
export function findRuleConflicts({ form, documents, id }: RuleInDocuments): readonly RuleConflict[] {
  const rules = compileRuleSources(getRuleSources(documents), form, documents);
  const own = rules.find((rule) => rule.id === id);
  if (own === undefined) return [];
  return rules.flatMap((other) => (other === own ? [] : findConflicts(own, other, form.types)));
}

/** Returns the rules of `rules.json` as they are written there. */
function getRuleSources(documents: Documents): readonly RuleSource[] {
  return (documents['rules.json'] as { readonly rules: readonly RuleSource[] }).rules;
}

/** Compiles rules with the types of a form. Problems in the rules are not reported. */
function compileRuleSources(
  sources: readonly RuleSource[],
  { types }: Form,
  documents: Documents,
): readonly PlacedRule[] {
  const named = { types, optionSets: listOptionSets(documents), lists: getDeclaredLists(documents) };
  return compileRules(sources, named, { file: 'rules.json', path: ['rules'] }, createReport());
}
