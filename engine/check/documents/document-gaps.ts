import { compile } from '../../compile/index.ts';
import type { SchemaCheckLookup } from '../../scenarios/index.ts';
import type { Documents, Form } from '../../types.ts';
import { checkForm } from '../check-form.ts';
import { readScenarioDocument, runScenarios } from '../scenarios.ts';
import type { JudgePlan } from '../situations/visits.ts';
import { generateDocumentMutants } from './document-mutants.ts';

/** Compiles the schemas of a form. Returns undefined if one cannot be compiled. */
export type CompileChecks = (
  form: Form,
) => { readonly checkOf: SchemaCheckLookup; readonly judge: JudgePlan } | undefined;

export interface DocumentGapReport {
  readonly mutants: number;
  /** The number of mutants that were refused, reported by `check`, or made a scenario fail. */
  readonly noticed: number;
  /** Descriptions of the mutants that nothing noticed, although they change what is drawn, asked or sent. */
  readonly gaps: readonly string[];
}

/**
 * Tries mutants of the documents except the rules (see `findGaps`) against `compile`, the scenarios and
 * `check`.
 * @param files The documents to mutate; absent: all.
 */
export function findDocumentGaps(
  documents: Documents,
  makeChecks: CompileChecks,
  files?: readonly string[],
): DocumentGapReport {
  const usual = countWarnings(documents, makeChecks) ?? 0;
  const before = serializeDecisions(documents);
  let [mutants, noticed] = [0, 0];
  const gaps: string[] = [];
  for (const mutant of generateDocumentMutants(documents, files)) {
    mutants += 1;
    const warnings = countWarnings(mutant.documents, makeChecks);
    if (warnings === undefined || warnings > usual) noticed += 1;
    else if (serializeDecisions(mutant.documents) !== before) gaps.push(mutant.words);
  }
  return { mutants, noticed, gaps };
}

/**
 * Serializes what documents decide: equal for documents that nobody can distinguish. Fields that no scenario
 * shows do not count in the order of fields.
 */
function serializeDecisions(documents: Documents): string {
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

/** Returns the fields that some scenario shows, as `sales phone`. */
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
 * Returns the number of errors and warnings of documents. Returns undefined if they are refused, or a
 * scenario fails.
 */
function countWarnings(documents: Documents, makeChecks: CompileChecks): number | undefined {
  const compiled = compile(documents);
  if (!compiled.ok) return undefined;
  const { form } = compiled;
  const checks = makeChecks(form);
  if (checks === undefined) return undefined;
  const { document } = readScenarioDocument(form, documents);
  // Scenarios run faster than the proof, so they run first.
  const isNoticed = runScenarios(form, document, checks.checkOf).some(
    ({ result }) => result?.differences.length !== 0,
  );
  if (isNoticed) return undefined;
  const { findings } = checkForm({ form, documents, ...checks });
  return findings.filter(({ severity }) => severity !== 'note').length;
}
