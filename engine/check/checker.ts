import { compile } from '../compile/index.ts';
import { isPointerWithin } from '../json-schema/pointers.ts';
import type { DocumentProblem, Documents, Form } from '../model/types.ts';
import { createCheckCache } from './check-cache.ts';
import { type CheckReport, checkForm } from './check-form.ts';
import { type Finding, sortFindings, toFindings } from './finding.ts';
import { lintSchemas } from './lint/schemas.ts';
import type { ProofProgressListener } from './proof/prove.ts';
import type { SchemaCheckLookup } from './scenarios/index.ts';
import type { JudgePlan } from './situations/visits.ts';

/**
 * The compiled schemas of a form, or the findings that explain why one cannot be compiled. The caller
 * compiles them, because that needs Ajv and `new Function`.
 */
export type CompiledSchemas =
  | { readonly ok: true; readonly checkOf: SchemaCheckLookup; readonly judge: JudgePlan }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * The result of a check. If the documents or their schemas do not compile, it contains findings only, and
 * `form` if the documents do.
 */
export type CheckResult = Pick<CheckReport, 'findings'> &
  Partial<CheckReport> & {
    /** Absent if the documents do not compile. */
    readonly form?: Form;
  };

export interface Checker {
  /**
   * Checks documents as `checkForm` does, and computes only what may have changed since the last call.
   * @param onProgress Called with the progress of a long check.
   */
  readonly check: (documents: Documents, onProgress?: ProofProgressListener) => CheckResult;
}

/**
 * Creates a checker for documents that are edited and checked again and again. It caches each result by
 * everything that the result depends on. `schemasOf` compiles the schemas of a form, and may cache them by
 * their content.
 */
export function createChecker({
  schemasOf,
}: {
  readonly schemasOf: (form: Form) => CompiledSchemas;
}): Checker {
  const cache = createCheckCache();
  let texts = new Map<string, { readonly text: string; readonly document: unknown }>();
  /**
   * Returns copies of the documents, and for each one whose content has not changed since the last call the
   * object of that call, because other modules cache by object.
   */
  const replaceUnchangedDocuments = (documents: Documents): Documents => {
    const previous = texts;
    texts = new Map(
      Object.entries(documents).map(([file, document]) => {
        const text = JSON.stringify(document);
        const before = previous.get(file);
        return [file, before?.text === text ? before : { text, document: JSON.parse(text) as unknown }];
      }),
    );
    return Object.fromEntries([...texts].map(([file, { document }]) => [file, document]));
  };
  return {
    check(inputDocuments, onProgress) {
      const documents = replaceUnchangedDocuments(inputDocuments);
      const compiled = compile(documents);
      if (!compiled.ok) return { findings: buildCompileFindings(documents, compiled.problems) };
      const { form } = compiled;
      const schemas = schemasOf(form);
      if (!schemas.ok) return { findings: schemas.findings, form };
      const report = checkForm({ form, documents, ...schemas, ...(onProgress && { onProgress }) }, cache);
      cache.endRound();
      return { ...report, form };
    },
  };
}

/**
 * Returns the findings for documents that do not compile: the problems of `compile`, and the findings of
 * `lintSchemas` at other positions, so that a person can correct all of them at once. If `fields.json` has a
 * problem, nothing is linted.
 */
function buildCompileFindings(
  documents: Documents,
  problems: readonly DocumentProblem[],
): readonly Finding[] {
  const refused = toFindings(problems);
  // In a schema that cannot be read, further findings would only repeat the problem.
  const sound = Object.fromEntries(
    Object.entries(documents).filter(
      ([file]) => file === 'fields.json' || !problems.some((one) => one.file === file && preventsLint(one)),
    ),
  );
  /** Returns true if a problem is at the position of the finding, inside it or around it. */
  const overlapsProblem = ({ file, pointer }: Finding) =>
    problems.some(
      (one) =>
        one.file === file && (isPointerWithin(pointer, one.pointer) || isPointerWithin(one.pointer, pointer)),
    );
  const further = problems.some(({ file }) => file === 'fields.json') ? [] : lintSchemas(sound);
  return sortFindings([
    ...refused,
    ...further.filter((one) => one.code !== 'unused-definition' && !overlapsProblem(one)),
  ]);
}

/**
 * Returns true if a schema with this problem cannot be linted, because the problem concerns all of it or
 * makes it unreadable.
 */
function preventsLint({ code, pointer }: DocumentProblem): boolean {
  return pointer === '' || code === 'recursive-reference' || code === 'malformed-document';
}
