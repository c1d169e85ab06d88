/** Scenarios to differences: what tests and the command line run, and no page carries. */

export { type Expectation, expectationOf } from './expectation.ts';
export { runScenario } from './run.ts';
export type { CheckOf, Expectations, Scenario, ScenarioDocument, ScenarioSituation } from './scenario.ts';
export { examplesOf, situationOfWords } from './situation-of-words.ts';
