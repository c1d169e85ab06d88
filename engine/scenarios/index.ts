/** Scenarios as tests of forms, for tests, the command line and the studio. No visitor's page loads them. */

export { type Expectation, expectationOf } from './expectation.ts';
export { runScenario } from './run.ts';
export type { CheckOf, Expectations, Scenario, ScenarioDocument, ScenarioSituation } from './scenario.ts';
export { examplesOf, situationOfWords } from './situation-of-words.ts';
