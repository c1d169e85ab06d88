import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Documents, Form, OptionSetName } from '#engine';
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
import { describeUnofferedType, findUnofferedTypes } from '#engine/compare/unoffered-types.ts';
import { isContentDocument } from '#engine/documents/index.ts';
import { asList, asObject } from '#engine/json-schema/values.ts';
import { findNearestName } from '#engine/model/nearest.ts';
import { describeUnreachedSite, findUnreachedSites } from '#engine/preset/pages.ts';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io } from '../../command/io.ts';
import {
  formatFindingCounts,
  formatLocatedFinding,
  formatPlural,
  locateFindings,
} from '../output/finding-lines.ts';
import { countPresetOptions } from '../preset/content.ts';
import { createContentReader, readContentFile, readContentFolder } from '../workspace/content.ts';
import { loadWorkspace, readSourceArgument, type Workspace } from '../workspace/load.ts';
import { watchDocuments } from '../workspace/watch.ts';

export const checkCommand: Command = {
  name: 'check',
  subject: 'documents',
  summary: 'checks that every visitor can send the form, and reports mistakes',
  description: [
    'Checks that visitors can send the form in every situation that the rules distinguish: a type is offered, required fields can be answered, the example is valid, and limits can be met.',
    'Also reports rules without effect, unused names, missing texts, slow patterns, failing scenarios and more. Each finding has a position, severity, stable code and, if relevant, the smallest situation as in scenarios.json.',
    'Documents below `content/`, as `slipway pull` writes them, are checked by their schemas and against each other.',
  ],
  positionals: '[FILE|FOLDER]',
  options: {
    strict: { description: 'Treat warnings as errors.' },
    quiet: { description: 'Omit notes.' },
    content: {
      value: 'FOLDER',
      description:
        'The content folder. Also check destinations, the recipients of sites, the length of lists, and references of `content/` documents to it.',
    },
    watch: { description: 'Check again after every saved document.' },
  },
  examples: [
    ['slipway check', 'Checks ./schemas, else ./form.json.'],
    ['slipway check --strict --json', 'For a pipeline: fails on warnings.'],
  ],
  failure: 'there are errors, or with --strict warnings',
  async run(all, io) {
    const given = readSourceArgument(all);
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
  const { form, reach: _reach, ...checked } = checker.check(documents, onProgress);
  const ofVersion = await findVersionContentFindings(documents, { form, folder: content });
  const report = { ...checked, findings: sortFindings([...checked.findings, ...ofVersion]) };
  if (content === undefined) return report;
  const unknown = await findUnknownDestinations(documents, content);
  const withUnknown = { ...report, findings: sortFindings([...report.findings, ...unknown]) };
  // Entries of another shape cannot be examined any further.
  if (form === undefined || ofVersion.some(({ severity }) => severity === 'error')) return withUnknown;
  const effective = { documents, folder: content };
  const today = new Date().toISOString().slice(0, 10);
  const contentFindings = await listContentFindings(form, effective, today);
  const long = findLongLists(form, documents, await countListOptions(effective));
  return { ...report, findings: sortFindings([...withUnknown.findings, ...contentFindings, ...long]) };
}

/** Returns the problems of the documents below `content/`; none without such documents. */
async function findVersionContentFindings(
  documents: Documents,
  options: { readonly form: Form | undefined; readonly folder: string | undefined },
): Promise<readonly Finding[]> {
  if (!Object.keys(documents).some(isContentDocument)) return [];
  const { loadVersionContentCheck } = await import('../../server/commands/commands.ts');
  const { checkVersionContent } = await loadVersionContentCheck();
  return checkVersionContent(documents, options);
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

/** Content as a server with this folder uses it: documents below `content/`, and the folder's files for all others. */
interface EffectiveContent {
  readonly documents: Documents;
  readonly folder: string;
}

/**
 * Returns a finding for each site whose enquiries have no recipient, and for each enquiry type that no page
 * offers. A missing file counts as empty; if no enquiry types are listed, there are those of the form.
 * @param today An ISO date.
 * @throws CommandError If a file of the folder cannot be read or parsed.
 */
async function listContentFindings(
  form: Form,
  { documents, folder }: EffectiveContent,
  today: string,
): Promise<readonly Finding[]> {
  const { content: read } = await readContentFolder(folder, { mayLackFiles: true, documents });
  // If the content lists no enquiry types, all types of the form are assumed.
  const everyType = form.types.map(({ id, key }) => ({ id, name: key }));
  const content = read.enquiryTypes.length > 0 ? read : { ...read, enquiryTypes: everyType };
  const unreached = findUnreachedSites(form, content, today).map((site) => ({
    // The finding is not about a certain rule: any rule could name the missing recipient.
    file: 'rules.json',
    pointer: '',
    code: 'unreached-site',
    severity: 'error' as const,
    reason: describeUnreachedSite(site, content),
  }));
  const unoffered = findUnofferedTypes(form, content, today).map((type) => ({
    file: 'enquiry-types.json',
    pointer: '',
    code: 'unoffered-type',
    severity: 'warning' as const,
    reason: describeUnofferedType(type),
  }));
  return [...unreached, ...unoffered];
}

/**
 * Returns a finding for each destination that a rule names and the content folder does not have. Without a
 * file of destinations, all of them are unknown.
 * @throws CommandError If the file cannot be read or parsed.
 */
async function findUnknownDestinations(
  documents: Documents,
  contentFolder: string,
): Promise<readonly Finding[]> {
  const own = documents['content/destinations.json'];
  const known = own === undefined ? await readDestinationIds(contentFolder) : listDestinationIds(own);
  return asList(asObject(documents['rules.json']).rules).flatMap((rule, index) =>
    asList(asObject(asObject(rule).then).destinations).flatMap((id, at) => {
      const named = String(id);
      if (known.has(named)) return [];
      const near = findNearestName(named, known);
      const advice =
        near === undefined
          ? `add it to ${join(contentFolder, 'destinations.json')}`
          : `the nearest is "${near}"`;
      return [
        {
          file: 'rules.json',
          pointer: `/rules/${index}/then/destinations/${at}`,
          code: 'unknown-destination',
          severity: 'error' as const,
          reason: `unknown destination "${named}"; ${advice}`,
        },
      ];
    }),
  );
}

/** Returns the ids in `destinations.json` of a content folder; none if the file is missing. */
async function readDestinationIds(folder: string): Promise<ReadonlySet<string>> {
  const file = 'destinations.json';
  if (!existsSync(join(folder, file))) return new Set();
  return listDestinationIds(await readContentFile(folder, file));
}

function listDestinationIds(destinations: unknown): ReadonlySet<string> {
  return new Set(asList(destinations).map((one) => String(asObject(one).id)));
}

/**
 * Returns the highest number of options that each list of the content can offer on one page, by the name of the
 * option set: those of the preset and each list of `lists.json`. A missing file counts as empty.
 * @throws CommandError If a file cannot be read or parsed.
 */
async function countListOptions({
  documents,
  folder,
}: EffectiveContent): Promise<Readonly<Record<OptionSetName, number>>> {
  const readIfExists = createContentReader(folder, documents);
  const [ofPreset, lists] = await Promise.all([countPresetOptions(readIfExists), readIfExists('lists.json')]);
  const own = Object.entries(asObject(lists)).map(([name, items]) => [name, asList(items).length]);
  return { ...ofPreset, ...Object.fromEntries(own) };
}
