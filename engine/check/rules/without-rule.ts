import { conflictsOf, type RuleConflict } from '../../compile/conflicts.ts';
import { declared, optionSetsOf } from '../../compile/lists.ts';
import { newReport } from '../../compile/report.ts';
import { compileRules, type PlacedRule, type RuleSource } from '../../compile/rules.ts';
import { resolve } from '../../resolve/resolve.ts';
import { situationOfWords } from '../../scenarios/index.ts';
import type { Documents, Form, Plan, Situation } from '../../types.ts';
import { scenarioDocumentOf } from '../scenarios.ts';
import type { Example } from './reach.ts';

/** A rule that is asked about, in a form and the documents that it was made of. */
export interface AskedRule {
  readonly form: Form;
  readonly documents: Documents;
  readonly id: string;
}

/** A situation as it is, and as it would be without a rule. */
export interface WithoutRule {
  readonly situation: Situation;
  readonly now: Plan;
  readonly without: Plan;
}

/** What an example of a rule's reach would be without the rule; in whose place it stands would hold again. */
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
 * The rules that give something other than this one in a situation in which both hold. A form whose rules conflict does not compile:
 * `form` is then the last one that did, and the documents those that do not.
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
