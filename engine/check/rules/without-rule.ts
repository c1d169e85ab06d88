import { conflictsOf, type RuleConflict } from '../../compile/conflicts.ts';
import { declared, optionSetsOf } from '../../compile/lists.ts';
import { newReport } from '../../compile/report.ts';
import { compileRules, type PlacedRule, type RuleSource } from '../../compile/rules.ts';
import { resolve } from '../../resolve/resolve.ts';
import { situationOfWords } from '../../scenarios/index.ts';
import type { Documents, Form, Plan, Situation } from '../../types.ts';
import { scenarioDocumentOf } from '../scenarios.ts';
import type { Example } from './reach.ts';

export interface AskedRule {
  readonly form: Form;
  readonly documents: Documents;
  readonly id: string;
}

/** The plan of a situation now, and without a rule. */
export interface WithoutRule {
  readonly situation: Situation;
  readonly now: Plan;
  readonly without: Plan;
}

/**
 * Resolves an example situation of a rule with and without the rule. If the rule replaces another one by
 * `insteadOf`, that one is active again.
 */
export function withoutRule({ form, documents, id }: AskedRule, { on, offices }: Example): WithoutRule {
  const { document } = scenarioDocumentOf(form, documents);
  const situation = situationOfWords(form, { ...document, offices: { ...document.offices, ...offices } }, on);
  const left = rulesOf(documents).flatMap(({ insteadOf, ...rule }) => {
    if (rule.id === id) return [];
    return [{ ...rule, ...(insteadOf !== undefined && insteadOf !== id && { insteadOf }) }];
  });
  const rules = compiled(left, form, documents).map(({ at: _at, ...rule }) => rule);
  return { situation, now: resolve(form, situation), without: resolve({ ...form, rules }, situation) };
}

/**
 * Returns the conflicts of a rule with other rules: both match in some situation and set different values.
 * Such a form does not compile, so `form` is the last one that did, and the documents are newer.
 */
export function conflictingRules({ form, documents, id }: AskedRule): readonly RuleConflict[] {
  const rules = compiled(rulesOf(documents), form, documents);
  const own = rules.find((rule) => rule.id === id);
  if (own === undefined) return [];
  return rules.flatMap((other) => (other === own ? [] : conflictsOf(own, other, form.types)));
}

function rulesOf(documents: Documents): readonly RuleSource[] {
  return (documents['rules.json'] as { readonly rules: readonly RuleSource[] }).rules;
}

function compiled(
  sources: readonly RuleSource[],
  { types }: Form,
  documents: Documents,
): readonly PlacedRule[] {
  const named = { types, optionSets: optionSetsOf(documents), lists: declared(documents) };
  return compileRules(sources, named, { file: 'rules.json', path: ['rules'] }, newReport());
}
