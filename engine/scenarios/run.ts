import { pipedForm, resolvePiped } from '../piping.ts';
import type { Form, Plan, Situation } from '../types.ts';
import { type Difference, differencesOf } from './differences.ts';
import type { CheckOf, Scenario, ScenarioDocument } from './scenario.ts';
import { situationOfWords } from './situation-of-words.ts';

export interface ScenarioResult {
  readonly situation: Situation;
  readonly plan: Plan;
  readonly differences: readonly Difference[];
}

/**
 * Runs one scenario of a document against a form.
 * @throws An error if the scenario names an unknown office, type or field.
 */
export function runScenario({
  form,
  document,
  scenario,
  checkOf,
}: {
  readonly form: Form;
  readonly document: ScenarioDocument;
  readonly scenario: Scenario;
  readonly checkOf: CheckOf;
}): ScenarioResult {
  const situation = situationOfWords(form, document, scenario.on);
  const plan = resolvePiped(form, situation);
  return {
    situation,
    plan,
    differences: differencesOf({ form: pipedForm(form, plan), document, scenario, situation, plan, checkOf }),
  };
}
