/** Forms to proof: what the command line, the tests and the editor run, and no visitor's page carries. */

export { type Checking, type CheckReport, checkForm } from './check-form.ts';
export {
  type Finding,
  type FindingCode,
  findingKinds,
  findingsOfProblems,
  type Severity,
} from './finding.ts';
export type { Coverage, Share } from './rules/coverage.ts';
export { findGaps, type GapQuestion, type GapReport } from './rules/gaps.ts';
export { runScenarios, type ScenarioRun, scenarioDocumentOf, scenarioFindings } from './scenarios.ts';
export type { JudgePlan } from './situations/visits.ts';
