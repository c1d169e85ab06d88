import { compile } from '../../compile/index.ts';
import type { CheckOf } from '../../scenarios/index.ts';
import type { Documents, Form } from '../../types.ts';
import { checkForm } from '../check-form.ts';
import { runScenarios, scenarioDocumentOf } from '../scenarios.ts';
import type { JudgePlan } from '../situations/visits.ts';
import { documentMutants } from './document-mutants.ts';

/** The compiled schemas of a form; undefined where one cannot be compiled. */
export type MakeChecks = (form: Form) => { readonly checkOf: CheckOf; readonly judge: JudgePlan } | undefined;

/** What came of it. */
export interface DocumentGapReport {
  /** How many slips were tried. */
  readonly mutants: number;
  /** How many were refused, told by `check`, or noticed by a scenario. */
  readonly noticed: number;
  /** The words of those that nothing noticed, though they change what is drawn, asked or sent. */
  readonly gaps: readonly string[];
}

/**
 * Tries every slip of every document but the rules (`findGaps`), or of some of them, against what refuses documents, the scenarios
 * and `check`.
 */
export function findDocumentGaps(
  documents: Documents,
  makeChecks: MakeChecks,
  files?: readonly string[],
): DocumentGapReport {
  const usual = warningsOf(documents, makeChecks) ?? 0;
  const before = decidedBy(documents);
  let [mutants, noticed] = [0, 0];
  const gaps: string[] = [];
  for (const mutant of documentMutants(documents, files)) {
    mutants += 1;
    const warnings = warningsOf(mutant.documents, makeChecks);
    if (warnings === undefined || warnings > usual) noticed += 1;
    else if (decidedBy(mutant.documents) !== before) gaps.push(mutant.words);
  }
  return { mutants, noticed, gaps };
}

/** What documents come to: equal where nobody could tell them apart. Fields that no scenario shows have no place in an order. */
function decidedBy(documents: Documents): string {
  const compiled = compile(documents);
  if (!compiled.ok) return '';
  const { form } = compiled;
  const shown = shownFields(form, documents);
  const types = form.types.map(({ id, key, schema, fields, submitLabel, links }) => {
    const sorted = [...fields].sort((one, other) => (one.name < other.name ? -1 : 1));
    const order = fields.filter(({ name }) => shown.has(`${key} ${name}`)).map(({ name }) => name);
    return { id, key, schema, fields: sorted, order, submitLabel, links };
  });
  return JSON.stringify([types, form.settings]);
}

/** `sales phone` for each field that some scenario shows. */
function shownFields(form: Form, documents: Documents): ReadonlySet<string> {
  const { document } = scenarioDocumentOf(form, documents);
  const plans = runScenarios(form, document, () => () => []).flatMap(({ result }) => result?.plan ?? []);
  return new Set(
    plans.flatMap(({ type, fields }) =>
      fields.filter(({ visibility }) => visibility !== 'hidden').map(({ name }) => `${type?.key} ${name}`),
    ),
  );
}

/** How many errors and warnings documents have; undefined where they are refused, or a scenario does not hold. */
function warningsOf(documents: Documents, makeChecks: MakeChecks): number | undefined {
  const compiled = compile(documents);
  if (!compiled.ok) return undefined;
  const { form } = compiled;
  const checks = makeChecks(form);
  if (checks === undefined) return undefined;
  const { document } = scenarioDocumentOf(form, documents);
  // What the scenarios notice, which takes a moment, needs no proof, which takes longer.
  const isNoticed = runScenarios(form, document, checks.checkOf).some(
    ({ result }) => result?.differences.length !== 0,
  );
  if (isNoticed) return undefined;
  const { findings } = checkForm({ form, documents, ...checks });
  return findings.filter(({ severity }) => severity !== 'note').length;
}
