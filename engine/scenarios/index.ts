/** Scenarios to differences: what tests and the command line run, and no page carries. */

export type { Difference } from './differences.ts';
export { runScenario, type ScenarioResult } from './run.ts';
export type { CheckOf, Expectations, Scenario, ScenarioDocument, ScenarioSituation } from './scenario.ts';
export { situationOf } from './situation-of.ts';
