import {
  type Checker,
  type CheckReport,
  createChecker,
  type Finding,
  findLongLists,
  type ProofProgress,
  type ProofProgressListener,
  sortFindings,
} from '#engine/check/index.ts';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import type { Command, CommandArguments, ExitCode } from '../args/command.ts';
import { formatJsonOutput, type Io } from '../io.ts';
import {
  formatFindingCounts,
  formatLocatedFinding,
  formatPlural,
  locateFindings,
} from '../output/finding-lines.ts';
import { listContentFindings } from '../workspace/content-findings.ts';
import { findUnknownDestinations } from '../workspace/destinations.ts';
import { countListOptions } from '../workspace/list-lengths.ts';
import { loadWorkspace, type Workspace } from '../workspace/load.ts';
import { watchDocuments } from '../workspace/watch.ts';

export const checkCommand: Command = {
  name: 'check',
  summary: 'checks that every visitor can send the form, and reports mistakes',
  description: [
    'Checks that visitors can send the form in every situation that the rules distinguish: a type is offered, required fields can be answered, the example is valid, and limits can be met.',
    'Also reports rules without effect, unused names, missing texts, slow patterns, failing scenarios and more. Each finding has a position, severity, stable code and, if relevant, the smallest situation as in scenarios.json.',
  ],
  options: {
    strict: { description: 'Treat warnings as errors.' },
    quiet: { description: 'Omit notes.' },
    content: {
      value: 'FOLDER',
      description:
        'The content folder. Also check destinations, the recipients of sites and the length of lists.',
    },
    watch: { description: 'Check again after every saved document.' },
  },
  examples: [
    ['slipway check', 'Checks ./schemas.'],
    ['slipway check --strict --json', 'For a pipeline: fails on warnings.'],
  ],
  failure: 'there are errors, or with --strict warnings',
  async run(given, io) {
    const known: ValidatorModuleCache = new Map();
    const checker = createChecker({ schemasOf: (form) => compileFormChecks(form, known) });
    if (!given.flag('watch')) return checkAndPrintReport(given, io, checker);
    await watchDocuments({ given, io, work: () => checkAndPrintReport(given, io, checker) });
    return 0;
  },
};

/**
 * Checks the documents and prints the report, as JSON with `--json`. Returns 1 if there are errors or, with
 * `--strict`, warnings. `--quiet` only omits notes.
 */
async function checkAndPrintReport(given: CommandArguments, io: Io, checker: Checker): Promise<ExitCode> {
  const workspace = await loadWorkspace(given, io);
  const progress = io.progress?.();
  const onProgress =
    progress && ((proofProgress: ProofProgress) => progress.report(formatProgress(proofProgress)));
  const report = await buildReport(workspace, checker, {
    content: given.text('content'),
    onProgress,
  });
  progress?.end();
  const findings = report.findings.filter(({ severity }) => severity !== 'note' || !given.flag('quiet'));
  const failing = given.flag('strict') ? ['error', 'warning'] : ['error'];
  const code = findings.some(({ severity }) => failing.includes(severity)) ? 1 : 0;
  if (given.flag('json'))
    io.out(formatJsonOutput({ ok: code === 0, ...report, findings: locateFindings(findings, workspace) }));
  else io.out(formatReport(findings, report, workspace));
  return code;
}

type PartialReport = Pick<CheckReport, 'findings'> & Partial<CheckReport>;

/** Formats the progress: `Visiting "sales", form 3 of 12: 1,200 situations`. */
function formatProgress({ type, place, types, situations }: ProofProgress): string {
  return `Visiting "${type}", form ${place} of ${types}: ${formatPlural(situations, 'situation')}`;
}

interface ReportOptions {
  readonly content: string | undefined;
  readonly onProgress: ProofProgressListener | undefined;
}

/**
 * Checks the documents and, if a folder is given, the content. If the documents do not compile, only their
 * findings are returned.
 */
async function buildReport(
  { loaded }: Workspace,
  checker: Checker,
  { content, onProgress }: ReportOptions,
): Promise<PartialReport> {
  if (!loaded.ok) return { findings: loaded.findings };
  const { documents } = loaded;
  const { form, reach: _reach, ...report } = checker.check(documents, onProgress);
  if (content === undefined) return report;
  const unknown = await findUnknownDestinations(documents, content);
  const contentFindings =
    form === undefined ? [] : await listContentFindings(form, content, new Date().toISOString().slice(0, 10));
  const long = form === undefined ? [] : findLongLists(form, documents, await countListOptions(content));
  return { ...report, findings: sortFindings([...report.findings, ...unknown, ...contentFindings, ...long]) };
}

/** Formats the findings, their counts, the visited situations and the scenario coverage, in this order. */
function formatReport(
  findings: readonly Finding[],
  { situations, coverage }: PartialReport,
  workspace: Workspace,
): string {
  const lines = findings.flatMap((finding) => formatLocatedFinding(finding, workspace));
  const counts = findings.length === 0 ? 'nothing to fix' : formatFindingCounts(findings);
  return `${[...lines, ...(lines.length > 0 ? [''] : []), `${counts}.`, ...formatVisitedSituations(situations), ...formatScenarioCoverage(coverage)].join('\n')}\n`;
}

/**
 * Returns one line: the count of visited situations in all and of each type, at most 12 types by name.
 * Without situations, the line is that nothing is proven until the errors are fixed.
 */
function formatVisitedSituations(situations: CheckReport['situations'] | undefined): readonly string[] {
  if (situations === undefined) return ['Nothing is proven until the errors are fixed.'];
  const total = Object.values(situations).reduce((sum, count) => sum + count, 0);
  if (total === 0) return ['Nothing is proven until the errors are fixed.'];
  const parts = Object.entries(situations).map(
    ([key, count]) => `${key === '' ? 'pages as they open' : key} ${count.toLocaleString('en')}`,
  );
  const shown = parts.length > 12 ? [...parts.slice(0, 12), `${parts.length - 12} more types`] : parts;
  return [`${formatPlural(total, 'situation')} visited: ${shown.join(', ')}.`];
}

/**
 * Returns one line: how many rules and effects the scenarios exercise. Empty if the rules have no effects or
 * the documents do not compile.
 */
function formatScenarioCoverage(coverage: CheckReport['coverage'] | undefined): readonly string[] {
  if (coverage === undefined || coverage.effects.total === 0) return [];
  const { rules, effects } = coverage;
  const share = Math.floor((effects.exercised / effects.total) * 100);
  return [
    `Scenarios exercise ${rules.exercised} of ${formatPlural(rules.total, 'rule')} and ${effects.exercised} of ${formatPlural(effects.total, 'effect')} (${share} %).`,
  ];
}
