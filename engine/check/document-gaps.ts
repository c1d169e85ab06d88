import { compile } from '../compile/index.ts';
import type { Documents, Form } from '../model/types.ts';
import { checkForm } from './check-form.ts';
import { generateDocumentMutants } from './document-mutants.ts';
import type { SchemaCheckLookup } from './scenarios/index.ts';
import { readScenarioDocument, runScenarios } from './scenarios.ts';
import type { JudgePlan } from './situations/visits.ts';

/** Compiles the schemas of a form. Returns undefined if one cannot be compiled. */
export type CompileChecks = (
  form: Form,
) => { readonly checkOf: SchemaCheckLookup; readonly judge: JudgePlan } | undefined;

/** The result of `findDocumentGaps`. A mutant that changes nothing is neither noticed nor a gap. */
export interface DocumentGapReport {
  /** The number of mutants that were tried. */
  readonly mutants: number;
  /** The number of mutants that were refused, reported by `check`, or made a scenario fail. */
  readonly noticed: number;
  /** Descriptions of the mutants that nothing noticed, although they change what is drawn, asked or sent. */
  readonly gaps: readonly string[];
}

/**
 * Makes small changes to the documents, one at a time, and returns which of them neither `compile` nor the
 * scenarios nor `check` notice. Texts and scenarios are not changed, nor are rules (see `findGaps`).
 * @param files The documents to change; absent: all.
 */
export function findDocumentGaps(
  documents: Documents,
  compileChecks: CompileChecks,
  files?: readonly string[],
): DocumentGapReport {
  const usual = countErrorsAndWarnings(documents, compileChecks) ?? 0;
  const before = serializeCompiledForm(documents);
  let [mutants, noticed] = [0, 0];
  const gaps: string[] = [];
  for (const mutant of generateDocumentMutants(documents, files)) {
    mutants += 1;
    const warnings = countErrorsAndWarnings(mutant.documents, compileChecks);
    if (warnings === undefined || warnings > usual) noticed += 1;
    else if (serializeCompiledForm(mutant.documents) !== before) gaps.push(mutant.description);
  }
  return { mutants, noticed, gaps };
}

/**
 * Returns a text that is equal for documents with the same types and settings once compiled; empty if the
 * documents do not compile. In the order of fields it ignores those that no scenario shows.
 */
function serializeCompiledForm(documents: Documents): string {
  const compiled = compile(documents);
  if (!compiled.ok) return '';
  const { form } = compiled;
  const shown = findShownFields(form, documents);
  const types = form.types.map(({ id, key, schema, fields, submitLabel, links }) => {
    const sorted = [...fields].sort((one, other) => (one.name < other.name ? -1 : 1));
    const order = fields.filter(({ name }) => shown.has(`${key} ${name}`)).map(({ name }) => name);
    return { id, key, schema, fields: sorted, order, submitLabel, links };
  });
  return JSON.stringify([types, form.settings]);
}

/** Returns the fields that some scenario shows, each with the key of its type: `sales phone`. */
function findShownFields(form: Form, documents: Documents): ReadonlySet<string> {
  const { document } = readScenarioDocument(form, documents);
  const plans = runScenarios(form, document, () => () => []).flatMap(({ result }) => result?.plan ?? []);
  return new Set(
    plans.flatMap(({ type, fields }) =>
      fields.filter(({ visibility }) => visibility !== 'hidden').map(({ name }) => `${type?.key} ${name}`),
    ),
  );
}

/**
 * Counts the errors and warnings that `checkForm` finds. Returns undefined if the documents or their schemas
 * do not compile, or a scenario fails or cannot be run.
 */
function countErrorsAndWarnings(documents: Documents, compileChecks: CompileChecks): number | undefined {
  const compiled = compile(documents);
  if (!compiled.ok) return undefined;
  const { form } = compiled;
  const checks = compileChecks(form);
  if (checks === undefined) return undefined;
  const { document } = readScenarioDocument(form, documents);
  // Scenarios run faster than the proof, so they run first.
  const hasFailure = runScenarios(form, document, checks.checkOf).some(
    ({ result }) => result?.differences.length !== 0,
  );
  if (hasFailure) return undefined;
  const { findings } = checkForm({ form, documents, ...checks });
  return findings.filter(({ severity }) => severity !== 'note').length;
}
