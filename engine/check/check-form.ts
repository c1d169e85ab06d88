import type { Documents, Form } from '../model/types.ts';
import { type CheckCache, noCheckCache } from './check-cache.ts';
import { createDocumentLocator } from './document-locator.ts';
import { type Finding, sortFindings } from './finding.ts';
import { lintLabels } from './lint/labels.ts';
import { lintPipedTexts } from './lint/piped-texts.ts';
import { lintPresets } from './lint/presets.ts';
import { lintSchemas } from './lint/schemas.ts';
import { lintSizes } from './lint/sizes.ts';
import { lintSteps } from './lint/steps.ts';
import { lintTextArguments } from './lint/text-arguments.ts';
import { lintTexts } from './lint/texts.ts';
import { lintUi } from './lint/ui.ts';
import { lintUndrawnSchemas } from './lint/unasked-schemas.ts';
import { lintUploads } from './lint/uploads.ts';
import { type Proof, type ProofProgressListener, proveForm } from './proof/prove.ts';
import { buildRetiredFindings, createAllRetiredFinding, removeRetiredTypes } from './retired.ts';
import { createBaseline } from './rules/baseline.ts';
import type { RuleCoverage } from './rules/rule-coverage.ts';
import { computeScenarioCoverage, type ScenarioCoverage } from './rules/scenario-coverage.ts';
import type { SchemaCheckLookup } from './scenarios/index.ts';
import { buildScenarioFindings, readScenarioDocument, runScenarios } from './scenarios.ts';
import type { JudgePlan } from './situations/visits.ts';

export interface CheckInput {
  readonly form: Form;
  readonly documents: Documents;
  /** Returns the problems that prevent a visitor from sending a plan. */
  readonly judge: JudgePlan;
  /** Returns the compiled schema check of a type, by its key. The scenarios are run with it. */
  readonly checkOf: SchemaCheckLookup;
  /** Called after each visited situation, except for types whose results are cached. */
  readonly onProgress?: ProofProgressListener;
}

export interface CheckReport {
  /** Errors first, then by file and pointer. */
  readonly findings: readonly Finding[];
  /**
   * The number of visited situations, by the key of their type. The empty key is for the pages as they open,
   * before a type is chosen.
   */
  readonly situations: Readonly<Record<string, number>>;
  /** The numbers of rules and effects that the scenarios test. */
  readonly coverage: ScenarioCoverage;
  /** The coverage of each rule, by its id. */
  readonly reach: Readonly<Record<string, RuleCoverage>>;
  /**
   * The use of each field, by the key of the type and the name of the field. A type whose situations are too
   * many is absent.
   */
  readonly fields: Proof['fields'];
}

/**
 * Checks a form: searches for situations in which a visitor cannot send it, runs the scenarios and lints the
 * documents. Archived types are left out of most checks. If every type is archived, if a text has an argument
 * that nothing fills in, or if the usual situation of the scenarios cannot be read, most checks are
 * impossible, and the report contains little more than the findings about that. Changes nothing but the
 * cache. For documents that do not compile, pass the problems of `compile` to `toFindings`.
 * @param cache Results of earlier checks; without one everything is computed again.
 */
export function checkForm(
  { form: whole, documents, judge, checkOf, onProgress }: CheckInput,
  cache: CheckCache = noCheckCache,
): CheckReport {
  const form = removeRetiredTypes(whole);
  // If every type is retired, this one finding is the cause of all others.
  if (form !== whole && form.types.length === 0)
    return { ...emptyReport, findings: createAllRetiredFinding() };
  // Scenarios may name retired types, which no page offers.
  const tested = form === whole ? whole : { ...whole, rules: form.rules };
  const locator = createDocumentLocator(documents);
  // A text that cannot be formatted would make every later check throw.
  const unshowable = lintTextArguments(form, locator);
  if (unshowable.length > 0) return { ...emptyReport, findings: sortFindings(unshowable) };
  const { document, places: written, findings: shape } = readScenarioDocument(whole, documents);
  // Without the usual situation a proof would report problems that do not exist.
  if (shape.some(({ code }) => code === 'scenario-unreadable'))
    return { ...emptyReport, findings: sortFindings([...shape, ...lintSchemas(documents)]) };
  const proof = proveForm(
    { form, documents, scenarios: document, judge, ...(onProgress && { onProgress }) },
    cache,
  );
  const runs = runScenarios(tested, document, checkOf, cache);
  const baseline = createBaseline(tested, document, { checkOf, runs }, cache);
  const { coverage, findings: untested } = computeScenarioCoverage(tested, baseline, locator, cache);
  return {
    findings: sortFindings([
      ...shape,
      ...proof.findings,
      ...buildScenarioFindings(runs, written),
      ...cache.getOrCompute('schemas', buildSchemaLintKey(documents), () => lintSchemas(documents)),
      ...lintPresets(form, locator),
      ...lintUi(form, documents),
      ...lintUndrawnSchemas(form, locator),
      ...lintSizes(form, locator),
      ...lintSteps(form, locator),
      ...lintUploads(form, locator),
      ...lintTexts(whole, locator),
      ...buildRetiredFindings(whole, documents),
      ...lintPipedTexts(form, locator),
      ...lintLabels(form, locator),
      ...untested,
    ]),
    situations: proof.situations,
    reach: proof.reach,
    fields: proof.fields,
    coverage,
  };
}

const emptyReport: CheckReport = {
  findings: [],
  situations: {},
  reach: {},
  fields: {},
  coverage: { rules: { exercised: 0, total: 0 }, effects: { exercised: 0, total: 0 } },
};

/**
 * Returns a cache key for `lintSchemas`: the JSON text of the documents that it may read, which are all but
 * rules, texts and scenarios.
 */
function buildSchemaLintKey(documents: Documents): string {
  const files = Object.keys(documents).filter(
    (file) => !/^(?:texts\/|rules\.json|scenarios\.json)/.test(file),
  );
  return JSON.stringify(files.map((file) => [file, documents[file]]));
}
