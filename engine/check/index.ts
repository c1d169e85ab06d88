/** Checks of forms, for the command line, the tests and the studio. No visitor's page loads them. */

export { type CheckReport, checkForm } from './check-form.ts';
export { type Checked, type Checker, type CompiledSchemas, createChecker } from './checker.ts';
export { type DocumentGapReport, findDocumentGaps } from './documents/document-gaps.ts';
export { type Finding, findingKinds, findingsOfProblems, inOrder } from './finding.ts';
export { longLists } from './lint/sizes.ts';
export type { FieldUse } from './proof/field-log.ts';
export type { FieldUses, ProofProgress, TellProgress } from './proof/prove.ts';
export { findGaps } from './rules/gaps.ts';
export type { Example, Reach, Share } from './rules/reach.ts';
export { type AskedRule, conflictingRules, type WithoutRule, withoutRule } from './rules/without-rule.ts';
export { runScenarios, type ScenarioRun, scenarioDocumentOf } from './scenarios.ts';
export { type DifferingSituation, differingSituations } from './situations/differing.ts';
export type { JudgePlan } from './situations/visits.ts';
