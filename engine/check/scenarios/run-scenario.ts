import type { Form, Plan, Situation } from '../../model/types.ts';
import { pipeAnswers, resolvePiped } from '../../resolve/piping.ts';
import { findDifferences, type ScenarioDifference } from './differences.ts';
import type { Scenario, ScenarioDocument, SchemaCheckLookup } from './scenario.ts';
import { toScenarioSituation } from './scenario-situation.ts';

export interface ScenarioResult {
  readonly situation: Situation;
  readonly plan: Plan;
  /** The expectations that are not met; empty if the scenario passes. */
  readonly differences: readonly ScenarioDifference[];
}

/**
 * Returns the situation and the plan of a scenario, with every expectation that the plan does not meet.
 * @throws An error if the scenario names an unknown item, type or field.
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
  readonly checkOf: SchemaCheckLookup;
}): ScenarioResult {
  const situation = toScenarioSituation(form, document, scenario.on);
  const plan = resolvePiped(form, situation);
  return {
    situation,
    plan,
    differences: findDifferences({
      form: pipeAnswers(form, plan),
      document,
      scenario,
      situation,
      plan,
      checkOf,
    }),
  };
}
