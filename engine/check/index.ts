/** Checks of forms, for the command line, the tests and the studio. No visitor's page loads them. */

export { type CheckReport, checkForm } from './check-form.ts';
export { type Checker, type CheckResult, type CompiledSchemas, createChecker } from './checker.ts';
export { type DocumentGapReport, findDocumentGaps } from './document-gaps.ts';
export { type Finding, findingKinds, sortFindings, toFindings } from './finding.ts';
export { findLongLists } from './lint/sizes.ts';
export type { FieldUse } from './proof/field-log.ts';
export type { FieldUses, ProofProgress, ProofProgressListener } from './proof/prove.ts';
export { findGaps } from './rules/gaps.ts';
export type { ExampleSituation, MatchingShare, RuleCoverage } from './rules/rule-coverage.ts';
export { type RuleWatch, watchRule } from './rules/watch-rule.ts';
export {
  findRuleConflicts,
  type RuleInDocuments,
  type RuleRemoval,
  resolveWithoutRule,
} from './rules/without-rule.ts';
export { readScenarioDocument, runScenarios, type ScenarioRun } from './scenarios.ts';
export { type DifferingSituation, findDifferingSituations } from './situations/differing.ts';
export type { JudgePlan } from './situations/visits.ts';
