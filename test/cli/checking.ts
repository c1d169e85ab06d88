import type { Documents, Form } from '#engine';
import {
  type CheckReport,
  createChecker,
  type Finding,
  findGaps,
  readScenarioDocument,
} from '#engine/check/index.ts';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import { compiledForm, documents } from '../support/forms.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are broken here in every way, so they have no type.
export type Doc = Record<string, any>;

/** Changes of documents by file, each made in place; a file that there is not yet begins as `{}`. */
export type Changes = Readonly<Record<string, (document: Doc) => void>>;

/** Our documents with some of them changed. */
export function changed(changes: Changes): Documents {
  const all: Doc = { ...documents() };
  for (const [file, change] of Object.entries(changes)) {
    all[file] ??= {};
    change(all[file]);
  }
  return all;
}

/** Adds a rule, "planted". */
export function withRule(rule: object): Changes {
  return {
    'rules.json': (doc) => doc.rules.push({ id: 'planted', description: 'A planted slip.', ...rule }),
  };
}

/** Enough of them for most slips, and quick. */
export const fewScenarios: Changes = {
  'scenarios.json': (doc) => {
    doc.scenarios.length = 5;
  },
};

/** Returns our documents with few scenarios and some changes. */
export function shortened(changes: Changes): Documents {
  return changed({ ...fewScenarios, ...changes });
}

const known: ValidatorModuleCache = new Map();

/** Most tests change one document of many: what they share is proven once (`engine/check/checker.test.ts` holds it to a whole check). */
const checker = createChecker({ schemasOf: (form) => compileFormChecks(form, known) });

/** Returns what `check` says of some documents, which have to compile. */
export function checked(all: Documents): CheckReport {
  const { form, ...report } = checker.check(all);
  if (form === undefined || !isComplete(report))
    throw new Error(`Cannot check: ${report.findings.map(({ reason }) => reason).join('; ')}`);
  return report;
}

function isComplete(report: Pick<CheckReport, 'findings'> & Partial<CheckReport>): report is CheckReport {
  return report.situations !== undefined;
}

/** Returns what the command line tells of some documents, whether they compile or not. */
export function readyFindings(all: Documents): readonly Finding[] {
  return checker.check(all).findings;
}

/** The slips that no scenario of some documents notices. */
export function gapsOf(all: Documents): ReturnType<typeof findGaps> {
  const form = compiledForm(all);
  return findGaps({ form, scenarios: readScenarioDocument(form, all).document, ...readyChecks(form) });
}

function readyChecks(form: Form) {
  const checks = compileFormChecks(form);
  if (!checks.ok) throw new Error(`Cannot check: ${checks.findings.map(({ reason }) => reason).join('; ')}`);
  return checks;
}
