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

export interface Checking {
  readonly form: Form;
  readonly documents: Documents;
  /** Validates a plan against the compiled schema of its type, with the conditions of that schema applied. */
  readonly judge: JudgePlan;
  readonly checkOf: CheckOf;
  readonly tell?: TellProgress;
}

export interface CheckReport {
  /** Errors first, then by file and pointer. */
  readonly findings: readonly Finding[];
  /**
   * The number of visited situations, by the key of their type. The empty key stands for the pages as they
   * open.
   */
  readonly situations: Readonly<Record<string, number>>;
  readonly coverage: Coverage;
  readonly reach: Readonly<Record<string, Reach>>;
  /**
   * The use of each field, by the key of the type and the name of the field. A type whose situations are too
   * many is absent.
   */
  readonly fields: Proof['fields'];
}

/**
 * Checks a form: first it searches for situations in which a visitor is stuck, then it lints the documents.
 * It is pure. For documents that do not compile, pass the problems of `compile` to `toFindings`.
 * @param cache Results of earlier checks; without one everything is computed again.
 */
export function checkForm(
  { form: whole, documents, judge, checkOf, tell }: Checking,
  keeper: Keeper = keepingNothing,
): CheckReport {
  const form = standingForm(whole);
  // If every type is retired, this one finding is the cause of all others.
  if (form !== whole && form.types.length === 0) return { ...nothingProven, findings: noneStands() };
  // Scenarios may name retired types, which no page offers.
  const tested = form === whole ? whole : { ...whole, rules: form.rules };
  const places = placesOf(documents);
  // A text that cannot be formatted would make every later check throw.
  const unshowable = lintArguments(form, places);
  if (unshowable.length > 0) return { ...nothingProven, findings: inOrder(unshowable) };
  const { document, places: written, findings: shape } = scenarioDocumentOf(whole, documents);
  // Without the usual situation a proof would report problems that do not exist.
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

/**
 * Returns a cache key of the documents that the lint of schemas reads: all but rules, texts and scenarios.
 */
function schemasKey(documents: Documents): string {
  const files = Object.keys(documents).filter(
    (file) => !/^(?:texts\/|rules\.json|scenarios\.json)/.test(file),
  );
  return JSON.stringify(files.map((file) => [file, documents[file]]));
}
