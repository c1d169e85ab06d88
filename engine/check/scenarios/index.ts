/** Scenarios as tests of forms, for tests, the command line and the studio. No visitor's page loads them. */

export { type CapturedScenario, captureScenario } from './capture-scenario.ts';
export { runScenario } from './run-scenario.ts';
export type {
  Expectations,
  Scenario,
  ScenarioDocument,
  ScenarioSituation,
  SchemaCheckLookup,
} from './scenario.ts';
export { getExamples, toScenarioSituation } from './scenario-situation.ts';
