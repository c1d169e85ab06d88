import type { CheckOf, ScenarioDocument } from '../scenarios/index.ts';
import type { Documents, Form } from '../types.ts';
import { type Finding, inOrder } from './finding.ts';
import { lintLabels } from './lint/labels.ts';
import { lintSchemas } from './lint/schemas.ts';
import { lintArguments } from './lint/text-arguments.ts';
import { lintTexts } from './lint/texts.ts';
import { lintUi } from './lint/ui.ts';
import { placesOf } from './places.ts';
import { prove } from './proof/prove.ts';
import { baselineOf } from './rules/baseline.ts';
import { type Coverage, coverageOf } from './rules/coverage.ts';
import type { JudgePlan } from './situations/visits.ts';

/** What is checked: a form that compiled, with the documents that it was made of. */
export interface Checking {
  readonly form: Form;
  readonly documents: Documents;
  /** Judges a plan by its type's compiled schema, conditional fields settled. */
  readonly judge: JudgePlan;
  readonly checkOf: CheckOf;
}

/** What came of it. */
export interface CheckReport {
  /** Errors first, then by place. */
  readonly findings: readonly Finding[];
  /** Situations visited, by the key of their type; under `''` the pages as they open. */
  readonly situations: Readonly<Record<string, number>>;
  readonly coverage: Coverage;
  /** Names of scenarios that do not hold. */
  readonly failingScenarios: readonly string[];
}

/**
 * Says whether every visitor can send, and what else is not right with a form: proof by enumeration, then lint. Pure; give it
 * the report of `compile` where the documents do not compile (`findingsOfProblems`).
 */
export function checkForm({ form, documents, judge, checkOf }: Checking): CheckReport {
  const places = placesOf(documents);
  // A text that cannot be shown would stop everything that follows.
  const unshowable = lintArguments(form, places);
  if (unshowable.length > 0) return { ...nothingProven, findings: inOrder(unshowable) };
  const scenarios = scenarioDocumentOf(form, documents);
  const proof = prove({ form, documents, scenarios, judge });
  const baseline = baselineOf(form, scenarios, checkOf);
  const { coverage, findings: untested } = coverageOf(form, baseline, places);
  return {
    findings: inOrder([
      ...proof.findings,
      ...lintSchemas(documents),
      ...lintUi(form, documents),
      ...lintTexts(form, places),
      ...lintLabels(form, places),
      ...untested,
    ]),
    situations: proof.situations,
    coverage,
    failingScenarios: baseline.failing,
  };
}

const nothingProven: CheckReport = {
  findings: [],
  situations: {},
  coverage: { rules: { exercised: 0, total: 0 }, effects: { exercised: 0, total: 0 } },
  failingScenarios: [],
};

/** The scenarios of the documents; where there are none, an ordinary page and no scenario. */
export function scenarioDocumentOf(form: Form, documents: Documents): ScenarioDocument {
  const own = documents['scenarios.json'] as ScenarioDocument | undefined;
  return (
    own ?? {
      offices: {},
      usual: { site: '1', types: form.types.map(({ key }) => key), offices: [], today: '2000-01-01' },
      scenarios: [],
    }
  );
}
