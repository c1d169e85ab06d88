import type { Documents, Form } from '#engine';
import {
  type CheckReport,
  createChecker,
  type Finding,
  findGaps,
  readScenarioDocument,
} from '#engine/check/index.ts';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import { compileTestForm, readFrozenDocuments } from '../support/forms.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are broken here in every way, so they have no type.
export type CheckedDocument = Record<string, any>;

/** Changes of documents by file, each made in place. A new file starts as `{}`. */
export type DocumentChanges = Readonly<Record<string, (document: CheckedDocument) => void>>;

export function changeFrozenDocuments(changes: DocumentChanges): Documents {
  const all: CheckedDocument = { ...readFrozenDocuments() };
  for (const [file, change] of Object.entries(changes)) {
    all[file] ??= {};
    change(all[file]);
  }
  return all;
}

/** Adds a rule with the id "planted". */
export function plantRule(rule: object): DocumentChanges {
  return {
    'rules.json': (doc) => doc.rules.push({ id: 'planted', description: 'A planted slip.', ...rule }),
  };
}

/** Enough scenarios for most mistakes, and quick. */
export const fewScenarios: DocumentChanges = {
  'scenarios.json': (doc) => {
    doc.scenarios.length = 5;
  },
};

export function createShortDocuments(changes: DocumentChanges): Documents {
  return changeFrozenDocuments({ ...fewScenarios, ...changes });
}

const known: ValidatorModuleCache = new Map();

/**
 * Most tests change one document of many: shared results are cached (`engine/check/checker.test.ts` compares
 * this with a full check).
 */
const checker = createChecker({ schemasOf: (form) => compileFormChecks(form, known) });

/** Returns the report of `check` for documents that must compile. */
export function checkDocuments(all: Documents): CheckReport {
  const { form, ...report } = checker.check(all);
  if (form === undefined || !isComplete(report))
    throw new Error(`Cannot check: ${report.findings.map(({ reason }) => reason).join('; ')}`);
  return report;
}

function isComplete(report: Pick<CheckReport, 'findings'> & Partial<CheckReport>): report is CheckReport {
  return report.situations !== undefined;
}

/** Returns the findings of the command line, also for documents that do not compile. */
export function listFindings(all: Documents): readonly Finding[] {
  return checker.check(all).findings;
}

/** Returns the mutations of documents that no scenario detects. */
export function findScenarioGaps(all: Documents): ReturnType<typeof findGaps> {
  const form = compileTestForm(all);
  return findGaps({ form, scenarios: readScenarioDocument(form, all).document, ...readyChecks(form) });
}

function readyChecks(form: Form) {
  const checks = compileFormChecks(form);
  if (!checks.ok) throw new Error(`Cannot check: ${checks.findings.map(({ reason }) => reason).join('; ')}`);
  return checks;
}
