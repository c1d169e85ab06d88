import type { Documents, Form, Json } from '#engine';
import type { DocumentFindingCode } from '#engine/check/finding.ts';
import {
  createChecker,
  type Finding,
  readScenarioDocument,
  runScenarios,
  type ScenarioRun,
} from '#engine/check/index.ts';
import { getExamples } from '#engine/check/scenarios/index.ts';
import { isContentDocument } from '#engine/documents/index.ts';
import { addScenarioAnswers, renewExpectation } from '#engine/editing/index.ts';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import type { FindingView, UnmetScenario } from '../../../api/findings.ts';
import type { ReportView } from '../../../api/studio.ts';
import {
  omitContentDocuments,
  readContentDocuments,
  toContentDocument,
} from '../../forms/content/content-documents.ts';
import type { RawContent } from '../../forms/content/raw-content.ts';
import { findRequirements } from '../../forms/content/requirements.ts';
import type { DraftCalls } from '../start-draft-thread.ts';

/** The maximum number of cached modules. The cache is emptied if it has more. */
const maxModules = 500;

/**
 * Creates the function that checks documents. It returns the findings of `slipway check` with repairs of
 * failed scenarios, except those about examples where other answers are accepted: the studio makes the examples, the coverage of rules, and where fields are shown. If the documents do not compile,
 * `isForm` is false, and coverage and fields are empty.
 */
export function createDocumentChecker(): (
  asked: Parameters<DraftCalls['check']>[0],
) => Omit<ReportView, 'version' | 'isProven'> {
  /** Compiled schemas by their source: most changes leave most of them unchanged. */
  const modules: ValidatorModuleCache = new Map();
  const checker = createChecker({
    /** Compiles the schemas of a form. */
    schemasOf(form) {
      if (modules.size > maxModules) modules.clear();
      return compileFormChecks(form, modules);
    },
  });
  return ({ documents, folder }) => {
    const { findings, form, reach = {}, fields = {} } = checker.check(omitContentDocuments(documents));
    return {
      findings: [
        ...findContentFindings(documents, folder, form),
        ...addScenarioRepairs(
          findings.filter(({ code }) => code !== 'example-unfit'),
          { documents, form, modules },
        ),
      ],
      isForm: form !== undefined,
      reach,
      fields,
    };
  };
}

/**
 * Returns the problems of the content that documents make with the files of the content folder. Without
 * content documents there are none: those of the folder do not depend on the draft alone, and are reported
 * when the folder is read.
 */
function findContentFindings(
  documents: Documents,
  folder: RawContent,
  form: Form | undefined,
): readonly Finding[] {
  if (!Object.keys(documents).some(isContentDocument)) return [];
  const read = readContentDocuments(documents, folder, form && findRequirements(form));
  return read.ok
    ? []
    : read.problems.map(({ file, pointer, reason }) => ({
        severity: 'error',
        code: 'bad-content' satisfies DocumentFindingCode,
        file: toContentDocument(file),
        pointer,
        reason,
      }));
}

/**
 * Adds to each finding about a failed scenario how to repair it: the missing answers (`filling`), or else a
 * new expectation (`renewal`), with what is not met (`unmet`). Returns the same findings if the form or its schemas do not compile.
 */
function addScenarioRepairs(
  findings: readonly Finding[],
  {
    documents,
    form,
    modules,
  }: {
    readonly documents: Documents;
    readonly form: Form | undefined;
    readonly modules: ValidatorModuleCache;
  },
): readonly FindingView[] {
  if (form === undefined || !findings.some(({ code }) => code === 'scenario-fails')) return findings;
  const checks = compileFormChecks(form, modules);
  if (!checks.ok) return findings;
  const { document } = readScenarioDocument(form, documents);
  const runs = runScenarios(form, document, checks.checkOf);
  return findings.map((finding) => {
    const index = /^\/scenarios\/(\d+)\/expect$/.exec(finding.pointer)?.[1];
    const run = finding.code === 'scenario-fails' ? runs[Number(index)] : undefined;
    if (run?.result === undefined) return finding;
    const { name } = run.scenario;
    const filling = findMissingAnswers(documents, form, run);
    if (filling) return { ...finding, filling };
    return {
      ...finding,
      renewal: renewExpectation(documents, name, run.result.differences),
      unmet: describeUnmetScenario(run),
    };
  });
}

/** Returns the expectations of a scenario that are not met, with the results. */
function describeUnmetScenario({ scenario, result }: ScenarioRun): UnmetScenario {
  const type = result?.plan.type?.key;
  return {
    name: scenario.name,
    ...(type !== undefined && { type }),
    differences: (result?.differences ?? []).map(({ path, expected, found }) => ({
      path,
      ...(expected !== undefined && { expected: expected as Json }),
      ...(found !== undefined && { found: found as Json }),
    })),
  };
}

/**
 * Returns patches that add answers to the scenario for fields that are required by now, and the first of
 * these fields. The answers are those of the type's first example. Undefined unless missing answers are the
 * only reason why the scenario fails.
 */
function findMissingAnswers(
  documents: Documents,
  form: Form,
  { scenario, result }: ScenarioRun,
): FindingView['filling'] {
  const type = form.types.find(({ key }) => key === result?.plan.type?.key);
  const [example = {}] = type ? getExamples(type) : [];
  /**
   * Returns true if the plan has the field and no rule hides or locks it. A visitor cannot answer such a
   * field: that is reported and not repaired.
   */
  const isAnswerable = (name: string) =>
    result?.plan.fields.some(
      (field) => field.name === name && field.visibility !== 'hidden' && field.fixed === undefined,
    );
  const missing = (result?.differences ?? []).map(({ what, expected, found }) => {
    const field = /^problems\.([^/]+)$/.exec(what)?.[1] ?? '';
    const isMissing = expected === undefined && found === 'required' && example[field] !== undefined;
    return isMissing && isAnswerable(field) ? field : undefined;
  });
  const [field] = missing;
  if (type === undefined || field === undefined || missing.includes(undefined)) return undefined;
  const names = missing.filter((name) => name !== undefined);
  const answers = Object.fromEntries(names.map((name) => [name, example[name] as Json]));
  return { field, patches: addScenarioAnswers(documents, scenario.name, answers) };
}
