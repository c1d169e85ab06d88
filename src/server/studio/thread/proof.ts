import type { Documents, Form, Json } from '#engine';
import {
  createChecker,
  type Finding,
  runScenarios,
  type ScenarioRun,
  scenarioDocumentOf,
} from '#engine/check/index.ts';
import { enterInScenario, renewExpectation } from '#engine/editing/index.ts';
import { examplesOf } from '#engine/scenarios/index.ts';
import { checksOf, type KnownModules } from '#widgets/validators/form-checks.ts';
import type { FindingView, ReportView } from '../../../studio/protocol.ts';

const mostModules = 500;

/** Returns what proves documents: everything that `slipway check` says of them, in how many situations each rule holds, and where fields are shown. */
export function createProof(): (documents: Documents) => Omit<ReportView, 'version' | 'isProven'> {
  /** Compiled schemas by what they were compiled of: most changes leave most of them as they are. */
  const modules: KnownModules = new Map();
  const checker = createChecker({
    schemasOf(form) {
      if (modules.size > mostModules) modules.clear();
      return checksOf(form, modules);
    },
  });
  return (documents) => {
    const { findings, form, reach = {}, fields = {} } = checker.check(documents);
    return {
      findings: renewable(findings, { documents, form, modules }),
      isForm: form !== undefined,
      reach,
      fields,
    };
  };
}

/** What `slipway check` says; where a scenario no longer holds, with what lets it. */
function renewable(
  findings: readonly Finding[],
  {
    documents,
    form,
    modules,
  }: { readonly documents: Documents; readonly form: Form | undefined; readonly modules: KnownModules },
): readonly FindingView[] {
  if (form === undefined || !findings.some(({ code }) => code === 'scenario-fails')) return findings;
  const checks = checksOf(form, modules);
  if (!checks.ok) return findings;
  const { document } = scenarioDocumentOf(form, documents);
  const runs = runScenarios(form, document, checks.checkOf);
  return findings.map((finding) => {
    const index = /^\/scenarios\/(\d+)\/expect$/.exec(finding.pointer)?.[1];
    const run = finding.code === 'scenario-fails' ? runs[Number(index)] : undefined;
    if (run?.result === undefined) return finding;
    const { name } = run.scenario;
    const filling = fillingOf(documents, form, run);
    if (filling) return { ...finding, filling };
    return { ...finding, renewal: renewExpectation(documents, name, run.result.differences) };
  });
}

/** Where a scenario's visitor fails to answer what is required by now, and nothing else is amiss: the answers of the type's example. */
function fillingOf(
  documents: Documents,
  form: Form,
  { scenario, result }: ScenarioRun,
): FindingView['filling'] {
  const type = form.types.find(({ key }) => key === result?.plan.type?.key);
  const [example = {}] = type ? examplesOf(type) : [];
  // What a rule hides or locks no visitor answers: who is stuck there is told, not helped.
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
  return { field, patches: enterInScenario(documents, scenario.name, answers) };
}
