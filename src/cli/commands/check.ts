import {
  type Checker,
  type CheckReport,
  createChecker,
  type Finding,
  inOrder,
  longLists,
  type ProofProgress,
  type TellProgress,
} from '#engine/check/index.ts';
import { checksOf, type KnownModules } from '#widgets/validators/form-checks.ts';
import type { Command, ExitCode, Given } from '../args/command.ts';
import { type Io, json } from '../io.ts';
import { countLine, findingData, findingLines, plural } from '../output/finding-lines.ts';
import { unknownDestinations } from '../workspace/destinations.ts';
import { listLengths } from '../workspace/list-lengths.ts';
import { loadWorkspace, type Workspace } from '../workspace/load.ts';
import { findingsOfPages } from '../workspace/unreached.ts';
import { watchFolder } from '../workspace/watch.ts';

export const check: Command = {
  name: 'check',
  summary: 'proves that every visitor can send, and tells what else is not right',
  description: [
    'Visits every situation that the rules can tell apart (site, placement, enquiry type, offices, preselection, every constant that a condition names) and makes sure that a visitor can send in each: some type is offered, nothing required is hidden, no required choice is empty, the example of the form goes through, limits can be met.',
    'Then it looks for slips: rules that never matter, unknown and unused names, missing texts, slow patterns, scenarios that do not hold, and the like. Every finding is a sentence with file, line, JSON pointer, severity and a stable code; what shows in a situation comes with the smallest one, ready to paste into scenarios.json.',
  ],
  options: {
    strict: { description: 'Warnings count as errors do.' },
    quiet: { description: 'Print errors and warnings only, no notes.' },
    content: {
      value: 'FOLDER',
      description:
        'The content of the installation: rules that send enquiries to no destination of it are told, sites whose enquiries reach nobody, and fields that choose from a list of it which is too long to be drawn well.',
    },
    watch: { description: 'Check again whenever a document is saved, until interrupted.' },
  },
  examples: [
    ['slipway check', 'Checks the documents in ./schemas.'],
    ['slipway check --strict --json', 'For a pipeline: warnings fail it, and a program reads the findings.'],
  ],
  failure: 'there are errors (with --strict: errors or warnings)',
  async run(given, io) {
    const known: KnownModules = new Map();
    const checker = createChecker({ schemasOf: (form) => checksOf(form, known) });
    if (!given.flag('watch')) return checkOnce(given, io, checker);
    await watchFolder({ given, io, work: () => checkOnce(given, io, checker) });
    return 0;
  },
};

async function checkOnce(given: Given, io: Io, checker: Checker): Promise<ExitCode> {
  const workspace = await loadWorkspace(given, io);
  const progress = io.progress?.();
  const tell = progress && ((far: ProofProgress) => progress.tell(progressLine(far)));
  const report = await reportOf(workspace, checker, { content: given.text('content'), tell });
  progress?.end();
  const findings = report.findings.filter(({ severity }) => severity !== 'note' || !given.flag('quiet'));
  const failing = given.flag('strict') ? ['error', 'warning'] : ['error'];
  const code = findings.some(({ severity }) => failing.includes(severity)) ? 1 : 0;
  if (given.flag('json'))
    io.out(json({ ok: code === 0, ...report, findings: findingData(findings, workspace) }));
  else io.out(text(findings, report, workspace));
  return code;
}

type Report = Pick<CheckReport, 'findings'> & Partial<CheckReport>;

/** Formats the progress: `Visiting "sales", form 3 of 12: 1,200 situations`. */
function progressLine({ type, place, types, situations }: ProofProgress): string {
  return `Visiting "${type}", form ${place} of ${types}: ${plural(situations, 'situation')}`;
}

interface Reporting {
  readonly content: string | undefined;
  readonly tell: TellProgress | undefined;
}

async function reportOf(
  { loaded }: Workspace,
  checker: Checker,
  { content, tell }: Reporting,
): Promise<Report> {
  if (!loaded.ok) return { findings: loaded.findings };
  const { documents } = loaded;
  const { form, reach: _reach, ...report } = checker.check(documents, tell);
  if (content === undefined) return report;
  const unknown = await unknownDestinations(documents, content);
  const ofPages =
    form === undefined ? [] : await findingsOfPages(form, content, new Date().toISOString().slice(0, 10));
  const long = form === undefined ? [] : longLists(form, documents, await listLengths(content));
  return { ...report, findings: inOrder([...report.findings, ...unknown, ...ofPages, ...long]) };
}

function text(findings: readonly Finding[], { situations, coverage }: Report, workspace: Workspace): string {
  const lines = findings.flatMap((finding) => findingLines(finding, workspace));
  const counts = findings.length === 0 ? 'nothing to mend' : countLine(findings);
  return `${[...lines, ...(lines.length > 0 ? [''] : []), `${counts}.`, ...proofLines(situations), ...coverageLines(coverage)].join('\n')}\n`;
}

function proofLines(situations: CheckReport['situations'] | undefined): readonly string[] {
  if (situations === undefined) return ['Nothing is proven before the errors are mended.'];
  const total = Object.values(situations).reduce((sum, count) => sum + count, 0);
  if (total === 0) return ['Nothing is proven before the errors are mended.'];
  const parts = Object.entries(situations).map(
    ([key, count]) => `${key === '' ? 'pages as they open' : key} ${count.toLocaleString('en')}`,
  );
  const shown = parts.length > 12 ? [...parts.slice(0, 12), `${parts.length - 12} more types`] : parts;
  return [`${plural(total, 'situation')} visited: ${shown.join(', ')}.`];
}

function coverageLines(coverage: CheckReport['coverage'] | undefined): readonly string[] {
  if (coverage === undefined || coverage.effects.total === 0) return [];
  const { rules, effects } = coverage;
  const share = Math.floor((effects.exercised / effects.total) * 100);
  return [
    `Scenarios exercise ${rules.exercised} of ${plural(rules.total, 'rule')} and ${effects.exercised} of ${plural(effects.total, 'effect')} (${share} %).`,
  ];
}
