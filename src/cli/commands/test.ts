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
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io } from '../../command/io.ts';
import { formatPlural } from '../output/finding-lines.ts';
import { type CompiledWorkspace, printFindings, runWithForm } from '../workspace/form.ts';
import { readSourceArgument } from '../workspace/load.ts';

export const testCommand: Command = {
  name: 'test',
  subject: 'documents',
  summary: 'runs the scenarios',
  description: [
    'Runs the scenarios whose name contains one of WORDS, or all. A first argument with .json or a slash names the form. For each failure, prints the expected and the actual result.',
    'With --mutants, makes one small change to the documents at a time, such as removing an effect or inverting a condition. A change for visitors that neither check nor a scenario detects is a gap. This takes a minute or more.',
  ],
  positionals: '[FILE|FOLDER] [WORDS...]',
  options: {
    mutants: { description: 'Search for undetected changes.' },
  },
  examples: [
    ['slipway test', 'Runs all scenarios.'],
    ['slipway test landing modal', 'Runs scenarios about landing pages or modals.'],
    ['slipway test --mutants', 'Lists the gaps.'],
  ],
  failure: 'a scenario fails, no name matches, or there are gaps',
  async run(all, io) {
    const given = readSourceAndWords(all);
    return runWithForm(given, io, async (loaded) => runTests(loaded, given, io));
  },
};

/** Returns arguments whose `--schemas` is the first positional argument, if that is a path. */
function readSourceAndWords(given: CommandArguments): CommandArguments {
  const [first = '', ...words] = given.positionals;
  if (!/\.json$|\//.test(first)) return given;
  return { ...readSourceArgument({ ...given, positionals: [first] }), positionals: words };
}

/**
 * Runs the scenarios that the positional arguments select and prints the results; with `--mutants` searches
 * for gaps instead and ignores these arguments. Returns 1 if one fails or there are gaps, or if a schema or
 * `scenarios.json` is invalid.
 */
function runTests(loaded: CompiledWorkspace, given: CommandArguments, io: Io): ExitCode {
  const { form, documents, workspace } = loaded;
  const checks = compileFormChecks(form);
  if (!checks.ok) return printFindings(checks.findings, workspace, given, io);
  const { document, findings } = readScenarioDocument(form, documents);
  if (findings.length > 0) return printFindings(findings, workspace, given, io);
  if (given.flag('mutants')) {
    const ruleGaps = findGaps({ form, scenarios: document, ...checks });
    return printGaps(ruleGaps, findUndetectedDocumentChanges(documents), given, io);
  }
  const scenarios = document.scenarios.filter(({ name }) => isScenarioSelected(name, given.positionals));
  const runs = runScenarios(form, { ...document, scenarios }, checks.checkOf);
  return printScenarioRuns(runs, workspace.scenariosFile, given, io);
}

/**
 * Makes small changes to all documents except rules, one at a time, and reports those that neither a check
 * nor a scenario detects. Each schema is compiled once for all forms that contain it.
 */
function findUndetectedDocumentChanges(documents: Documents): DocumentGapReport {
  const known: ValidatorModuleCache = new Map();
  return findDocumentGaps(documents, (form) => {
    const checks = compileFormChecks(form, known);
    return checks.ok ? checks : undefined;
  });
}

/** Returns true if the name contains one of the words, in any case, or if there are no words. */
function isScenarioSelected(name: string, words: readonly string[]): boolean {
  return words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
}

/**
 * Prints the failed scenarios and the counts; with `--json` all scenarios. Returns 1 if a scenario fails, or
 * if words are given and none ran.
 */
function printScenarioRuns(
  runs: readonly ScenarioRun[],
  scenariosFile: string,
  given: CommandArguments,
  io: Io,
): ExitCode {
  const failed = runs.filter(({ result }) => result?.differences.length !== 0);
  const ok = failed.length === 0 && (runs.length > 0 || given.positionals.length === 0);
  if (given.flag('json')) {
    const scenarios = runs.map(({ scenario: { name }, result, error }) => ({
      name,
      holds: result?.differences.length === 0,
      differences: result?.differences ?? [],
      ...(error !== undefined && { reason: error }),
    }));
    io.out(formatJsonOutput({ ok, run: runs.length, failed: failed.length, scenarios }));
    return ok ? 0 : 1;
  }
  const lines = failed.flatMap(({ scenario, result, error }) => [
    `✗ ${scenario.name}`,
    ...(error === undefined ? [] : [`    ${error}`]),
    ...(result?.differences ?? []).map(({ sentence }) => `    ${sentence}`),
    `    on ${JSON.stringify(scenario.on)}`,
    '',
  ]);
  const noRuns =
    given.positionals.length > 0
      ? 'no scenario has such a name'
      : `there are no scenarios; write them in ${scenariosFile}`;
  const count = runs.length === 0 ? noRuns : formatRunCounts(runs.length, failed.length);
  io.out(`${[...lines, `${count}.`].join('\n')}\n`);
  return ok ? 0 : 1;
}

/** Formats the counts without a full stop: `3 scenarios pass` or `2 of 3 scenarios pass, 1 do not`. */
function formatRunCounts(total: number, failed: number): string {
  const passed = total - failed;
  return failed === 0
    ? `${formatPlural(total, 'scenario')} pass${total === 1 ? 'es' : ''}`
    : `${passed} of ${formatPlural(total, 'scenario')} pass, ${failed} do not`;
}

/**
 * Prints the gaps and the counts of all changes that were tried, as JSON with `--json`. Returns 1 if there
 * are gaps.
 */
function printGaps(
  ruleGaps: ReturnType<typeof findGaps>,
  documentGaps: DocumentGapReport,
  given: CommandArguments,
  io: Io,
): ExitCode {
  const words = [...ruleGaps.gaps.map((gap) => gap.words), ...documentGaps.gaps];
  const mutants = ruleGaps.mutants + documentGaps.mutants;
  const noticed = ruleGaps.noticed + documentGaps.noticed;
  if (given.flag('json')) io.out(formatJsonOutput({ ok: words.length === 0, mutants, noticed, gaps: words }));
  else {
    const same = mutants - noticed - words.length;
    const lines = words.map((gap) => `✗ no scenario detects ${gap}`);
    const tail = `${formatPlural(mutants, 'change')} tried: ${noticed} detected, ${same} without effect, ${formatPlural(words.length, 'gap')}.`;
    io.out(`${[...lines, tail].join('\n')}\n`);
  }
  return words.length === 0 ? 0 : 1;
}
