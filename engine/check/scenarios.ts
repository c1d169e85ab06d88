import { checkShape } from '../compile/check-shape.ts';
import { newReport } from '../compile/report.ts';
import {
  type CheckOf,
  runScenario,
  type Scenario,
  type ScenarioDocument,
  situationOfWords,
} from '../scenarios/index.ts';
import type { Documents, Form } from '../types.ts';
import { type Finding, finding, findingsOfProblems } from './finding.ts';

/** One scenario that was run: what came of it, or why it cannot be read. */
export type ScenarioRun = { readonly scenario: Scenario; readonly index: number } & (
  | { readonly result: ReturnType<typeof runScenario>; readonly slip?: undefined }
  | { readonly result?: undefined; readonly slip: string }
);

/** The scenarios of some documents: those that they have, else an ordinary page and no scenario; and what is wrong with their shape. */
export function scenarioDocumentOf(
  form: Form,
  documents: Documents,
): { readonly document: ScenarioDocument; readonly findings: readonly Finding[] } {
  const own = documents['scenarios.json'];
  const types = form.types.map(({ key }) => key);
  const empty = { offices: {}, usual: { site: '1', types, offices: [], today: '2000-01-01' }, scenarios: [] };
  if (own === undefined) return { document: empty, findings: [] };
  const report = newReport();
  const isReadable = checkShape(documents, 'scenarios.json', report);
  if (!isReadable) return { document: empty, findings: findingsOfProblems(report.problems) };
  const document = own as ScenarioDocument;
  const slip = slipOf(() => situationOfWords(form, document, {}));
  if (slip === undefined) return { document, findings: [] };
  const place = { file: 'scenarios.json', pointer: '/usual' };
  // Without the usual situation no scenario says what it means.
  return {
    document: { ...document, usual: empty.usual, scenarios: [] },
    findings: [finding({ ...place, code: 'scenario-unreadable', reason: `${slip}, in "usual"` })],
  };
}

/** Why words cannot be read, which name an office or a field that there is not: their writer's slip, told like any other. */
function slipOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs every scenario of a document. */
export function runScenarios(
  form: Form,
  document: ScenarioDocument,
  checkOf: CheckOf,
): readonly ScenarioRun[] {
  return document.scenarios.map((scenario, index): ScenarioRun => {
    try {
      return { scenario, index, result: runScenario({ form, document, scenario, checkOf }) };
    } catch (error) {
      // A scenario that names an office or a field that there is not: its writer's slip, told like any other.
      return { scenario, index, slip: error instanceof Error ? error.message : String(error) };
    }
  });
}

/** A finding for each scenario that does not hold or cannot be read. */
export function scenarioFindings(runs: readonly ScenarioRun[]): readonly Finding[] {
  return runs.flatMap(({ scenario, index, result, slip }) => {
    const place = { file: 'scenarios.json', pointer: `/scenarios/${index}` };
    if (slip !== undefined)
      return [finding({ ...place, code: 'scenario-unreadable', reason: `${slip}, in “${scenario.name}”` })];
    const [first, ...more] = result.differences;
    if (first === undefined) return [];
    const others = more.length === 0 ? '' : `, and ${more.length} more`;
    const reason = `“${scenario.name}” does not hold: ${first.sentence}${others}`;
    return [finding({ ...place, pointer: `${place.pointer}/expect`, code: 'scenario-fails', reason })];
  });
}
