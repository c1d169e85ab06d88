import type { CheckOf } from '../scenarios/index.ts';
import type { Documents, Form } from '../types.ts';
import { type Finding, inOrder } from './finding.ts';
import { type Keeper, keepingNothing } from './keeper.ts';
import { lintAsked } from './lint/asked.ts';
import { lintLabels } from './lint/labels.ts';
import { lintPipes } from './lint/pipes.ts';
import { lintPresets } from './lint/presets.ts';
import { lintSchemas } from './lint/schemas.ts';
import { lintSizes } from './lint/sizes.ts';
import { lintSteps } from './lint/steps.ts';
import { lintArguments } from './lint/text-arguments.ts';
import { lintTexts } from './lint/texts.ts';
import { lintUi } from './lint/ui.ts';
import { lintUploads } from './lint/uploads.ts';
import { placesOf } from './places.ts';
import { type Proof, prove, type TellProgress } from './proof/prove.ts';
import { noneStands, retiredFindings, standingForm } from './retired.ts';
import { baselineOf } from './rules/baseline.ts';
import { type Coverage, coverageOf } from './rules/coverage.ts';
import type { Reach } from './rules/reach.ts';
import { runScenarios, scenarioDocumentOf, scenarioFindings } from './scenarios.ts';
import type { JudgePlan } from './situations/visits.ts';

/** What is checked: a form that compiled, with the documents that it was made of. */
export interface Checking {
  readonly form: Form;
  readonly documents: Documents;
  /** Judges a plan by its type's compiled schema, its conditions applied. */
  readonly judge: JudgePlan;
  readonly checkOf: CheckOf;
  /** Hears how far the proof is. */
  readonly tell?: TellProgress;
}

/** What came of it. */
export interface CheckReport {
  /** Errors first, then by place. */
  readonly findings: readonly Finding[];
  /** Situations visited, by the key of their type; under `''` the pages as they open. */
  readonly situations: Readonly<Record<string, number>>;
  readonly coverage: Coverage;
  /** Where each rule applies, by its id. */
  readonly reach: Readonly<Record<string, Reach>>;
  /** The situations in which fields are shown and required, by the key of their type and their name; a type of which that is not known is absent. */
  readonly fields: Proof['fields'];
}

/**
 * Says whether every visitor can send, and what else is not right with a form: proof by enumeration, then lint. Pure; give it
 * the report of `compile` where the documents do not compile (`findingsOfProblems`).
 */
export function checkForm(
  { form: whole, documents, judge, checkOf, tell }: Checking,
  keeper: Keeper = keepingNothing,
): CheckReport {
  const form = standingForm(whole);
  // Everything that follows would be about that, and say less.
  if (form !== whole && form.types.length === 0) return { ...nothingProven, findings: noneStands() };
  // What scenarios name may be a retired type's, which is offered nowhere.
  const tested = form === whole ? whole : { ...whole, rules: form.rules };
  const places = placesOf(documents);
  // A text that cannot be shown would stop everything that follows.
  const unshowable = lintArguments(form, places);
  if (unshowable.length > 0) return { ...nothingProven, findings: inOrder(unshowable) };
  const { document, places: written, findings: shape } = scenarioDocumentOf(whole, documents);
  // What is usual is unknown, and a proof of something else would find what is none.
  if (shape.some(({ code }) => code === 'scenario-unreadable'))
    return { ...nothingProven, findings: inOrder([...shape, ...lintSchemas(documents)]) };
  const proof = prove({ form, documents, scenarios: document, judge, ...(tell && { tell }) }, keeper);
  const runs = runScenarios(tested, document, checkOf, keeper);
  const baseline = baselineOf(tested, document, { checkOf, runs }, keeper);
  const { coverage, findings: untested } = coverageOf(tested, baseline, places, keeper);
  return {
    findings: inOrder([
      ...shape,
      ...proof.findings,
      ...scenarioFindings(runs, written),
      ...keeper.keep('schemas', schemasKey(documents), () => lintSchemas(documents)),
      ...lintPresets(form, places),
      ...lintUi(form, documents),
      ...lintAsked(form, places),
      ...lintSizes(form, places),
      ...lintSteps(form, places),
      ...lintUploads(form, places),
      ...lintTexts(whole, places),
      ...retiredFindings(whole, documents),
      ...lintPipes(form, places),
      ...lintLabels(form, places),
      ...untested,
    ]),
    situations: proof.situations,
    reach: proof.reach,
    fields: proof.fields,
    coverage,
  };
}

const nothingProven: CheckReport = {
  findings: [],
  situations: {},
  reach: {},
  fields: {},
  coverage: { rules: { exercised: 0, total: 0 }, effects: { exercised: 0, total: 0 } },
};

/** What forms are made of; of rules, texts and scenarios nothing is said here. */
function schemasKey(documents: Documents): string {
  const files = Object.keys(documents).filter(
    (file) => !/^(?:texts\/|rules\.json|scenarios\.json)/.test(file),
  );
  return JSON.stringify(files.map((file) => [file, documents[file]]));
}
