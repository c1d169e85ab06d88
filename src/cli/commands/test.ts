import type { Documents } from '#engine';
import {
  type DocumentGapReport,
  findDocumentGaps,
  findGaps,
  readScenarioDocument,
  runScenarios,
  type ScenarioRun,
} from '#engine/check/index.ts';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import type { Command, CommandArguments, ExitCode } from '../args/command.ts';
import { formatJsonOutput, type Io } from '../io.ts';
import { formatPlural } from '../output/finding-lines.ts';
import { type CompiledWorkspace, printFindings, runWithForm } from '../workspace/form.ts';

export const testCommand: Command = {
  name: 'test',
  summary: 'runs the scenarios in scenarios.json',
  description: [
    'Runs the scenarios whose name contains one of WORDS, or all. For each failure, prints the expected and the actual result.',
    'With --mutants, makes one small change to the documents at a time, such as removing an effect or inverting a condition. A change for visitors that neither check nor a scenario detects is a gap. This takes a minute or more.',
  ],
  words: '[WORDS...]',
  options: {
    mutants: { description: 'Search for undetected changes.' },
  },
  examples: [
    ['slipway test', 'Runs all scenarios.'],
    ['slipway test landing modal', 'Runs scenarios about landing pages or modals.'],
    ['slipway test --mutants', 'Lists the gaps.'],
  ],
  failure: 'a scenario fails, no name matches, or there are gaps',
  run: (given, io) => runWithForm(given, io, async (loaded) => runTests(loaded, given, io)),
};

function runTests(loaded: CompiledWorkspace, given: CommandArguments, io: Io): ExitCode {
  const { form, documents, workspace } = loaded;
  const checks = compileFormChecks(form);
  if (!checks.ok) return printFindings(checks.findings, workspace, given, io);
  const { document, findings } = readScenarioDocument(form, documents);
  if (findings.length > 0) return printFindings(findings, workspace, given, io);
  if (given.flag('mutants')) {
    const ofRules = findGaps({ form, scenarios: document, ...checks });
    return printGaps(ofRules, findGapsOfDocuments(documents), given, io);
  }
  const scenarios = document.scenarios.filter(({ name }) => isSelected(name, given.words));
  return printRuns(runScenarios(form, { ...document, scenarios }, checks.checkOf), given, io);
}

/** Finds gaps in all documents except rules. Each schema is compiled once for all forms that contain it. */
function findGapsOfDocuments(documents: Documents): DocumentGapReport {
  const known: ValidatorModuleCache = new Map();
  return findDocumentGaps(documents, (form) => {
    const checks = compileFormChecks(form, known);
    return checks.ok ? checks : undefined;
  });
}

function isSelected(name: string, words: readonly string[]): boolean {
  return words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
}

function printRuns(runs: readonly ScenarioRun[], given: CommandArguments, io: Io): ExitCode {
  const failed = runs.filter(({ result }) => result?.differences.length !== 0);
  const ok = failed.length === 0 && (runs.length > 0 || given.words.length === 0);
  if (given.flag('json')) {
    const scenarios = runs.map(({ scenario: { name }, result, slip }) => ({
      name,
      holds: result?.differences.length === 0,
      differences: result?.differences ?? [],
      ...(slip !== undefined && { reason: slip }),
    }));
    io.out(formatJsonOutput({ ok, run: runs.length, failed: failed.length, scenarios }));
    return ok ? 0 : 1;
  }
  const lines = failed.flatMap(({ scenario, result, slip }) => [
    `✗ ${scenario.name}`,
    ...(slip === undefined ? [] : [`    ${slip}`]),
    ...(result?.differences ?? []).map(({ sentence }) => `    ${sentence}`),
    `    on ${JSON.stringify(scenario.on)}`,
    '',
  ]);
  const count =
    runs.length === 0 && given.words.length > 0
      ? 'no scenario has such a name'
      : formatRunCounts(runs.length, failed.length);
  io.out(`${[...lines, `${count}.`].join('\n')}\n`);
  return ok ? 0 : 1;
}

function formatRunCounts(run: number, failed: number): string {
  const held = run - failed;
  return failed === 0
    ? `${formatPlural(run, 'scenario')} pass${run === 1 ? 'es' : ''}`
    : `${held} of ${formatPlural(run, 'scenario')} pass, ${failed} do not`;
}

function printGaps(
  ofRules: ReturnType<typeof findGaps>,
  ofDocuments: DocumentGapReport,
  given: CommandArguments,
  io: Io,
): ExitCode {
  const words = [...ofRules.gaps.map((gap) => gap.words), ...ofDocuments.gaps];
  const mutants = ofRules.mutants + ofDocuments.mutants;
  const noticed = ofRules.noticed + ofDocuments.noticed;
  if (given.flag('json')) io.out(formatJsonOutput({ ok: words.length === 0, mutants, noticed, gaps: words }));
  else {
    const same = mutants - noticed - words.length;
    const lines = words.map((gap) => `✗ no scenario detects ${gap}`);
    const tail = `${formatPlural(mutants, 'change')} tried: ${noticed} detected, ${same} without effect, ${formatPlural(words.length, 'gap')}.`;
    io.out(`${[...lines, tail].join('\n')}\n`);
  }
  return words.length === 0 ? 0 : 1;
}
