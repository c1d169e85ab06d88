import { existsSync, statSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import type { Documents } from '#engine';
import { type Consequence, compareContent, findConsequences, type Version } from '#engine/compare/index.ts';
import { contentPrefix, isContentDocument } from '#engine/documents/index.ts';
import {
  createConsequenceDescriber,
  createSentenceRenderer,
  sentenceLocales,
  sentenceToText,
} from '#engine/rules/sentences/index.ts';
import { findFormFile } from '#schemas';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import {
  formatFindingCounts,
  formatLocatedFinding,
  formatPlural,
  locateFindings,
} from '../output/finding-lines.ts';
import { findRecordedServer } from '../remote/folder.ts';
import { createRemoteServer, Refused, runReportingRefusals, serverOptions } from '../remote/server.ts';
import {
  type ContentFolder,
  demoContentFolder,
  readContentFile,
  readContentFolder,
} from '../workspace/content.ts';
import { createWorkspace, loadWorkspaceAt, type Workspace } from '../workspace/load.ts';

export const diffCommand: Command = {
  name: 'diff',
  subject: 'documents',
  summary: 'lists what changes for visitors between two versions',
  description: [
    'Lists what changes for visitors between two versions, in every situation and on every page of the content. Each change has a count and the smallest situation. Changes without effect for visitors come last.',
    'OLD and NEW are forms in one file, folders of documents (or folders that contain one as "schemas"), or versions of a server: a number, "live" or "draft". An existing folder takes precedence.',
    'With --json, prints a list of {kind, type, field, situations, example, sentence} (docs/reference.md, "Consequences").',
  ],
  positionals: 'OLD NEW',
  options: {
    content: {
      value: 'FOLDER',
      description: 'The content folder. Default: that of the demonstration; none for versions of a server.',
    },
    locale: { value: 'LOCALE', choices: sentenceLocales, description: 'The language of the output.' },
    ...serverOptions,
  },
  examples: [
    ['slipway diff before schemas', 'Compares ./before with ./schemas.'],
    ['slipway diff before schemas --json', 'Prints JSON.'],
    ['slipway diff live schemas', 'Shows what publishing the files would change.'],
  ],
  failure: 'a version has errors, or the server refuses; not for differences',
  run: (given, io) => runReportingRefusals(given, io, () => compareVersions(given, io)),
};

/**
 * Prints the consequences of the change from the first to the second version. Returns 0 even if there are
 * some. If a version does not compile, prints the findings of the first such version and returns 1. Throws
 * `UsageError` unless exactly two versions are named.
 */
async function compareVersions(given: CommandArguments, io: Io): Promise<ExitCode> {
  const [old, now, more] = given.positionals;
  if (old === undefined || now === undefined || more !== undefined)
    throw new UsageError(
      'Cannot compare: name two versions, the old one and the new one: slipway diff OLD NEW',
    );
  const sources = [parseVersionSource(old, io), parseVersionSource(now, io)] as const;
  const [before, after] = [
    await loadVersion(sources[0], given, io),
    await loadVersion(sources[1], given, io),
  ];
  for (const side of [before, after]) if (!side.ok) return printVersionFindings(side, given, io);
  if (!before.ok || !after.ok) return 1;
  const { content, named } = await readComparedContent(sources, given, io);
  const all = [
    ...findConsequences({
      before: before.version,
      after: after.version,
      ...(content !== undefined && { content }),
    }),
    ...(await compareContentDocuments(before.version, after.version, given.text('content'), io)),
  ];
  const sentenceOptions = { ...(named && { content: named }), locale: given.text('locale') ?? 'en' };
  const describeConsequence = createConsequenceDescriber({
    before: before.version,
    after: after.version,
    ...sentenceOptions,
  });
  const reported = all.map((consequence) => ({
    consequence,
    sentence: sentenceToText(describeConsequence(consequence)),
  }));
  if (given.flag('json')) io.out(formatJsonOutput(reported.map(toConsequenceData)));
  else {
    const renderer = createSentenceRenderer({ ...after.version, ...sentenceOptions });
    /** Describes the situation of the example in the output language. Undefined if there is no example. */
    const formatExample = ({ example }: Consequence) =>
      example && sentenceToText(renderer.situation(example.on));
    io.out(formatConsequences(reported, formatExample));
  }
  return 0;
}

/**
 * Returns the differences between the content documents of two versions. In place of one that a version lacks,
 * the file of the content folder is compared if it is named. Otherwise only `content/sources.json` is: a version
 * without it names no addresses, but nothing is known about its lists.
 */
async function compareContentDocuments(
  before: Version,
  after: Version,
  named: string | undefined,
  { cwd }: Io,
): Promise<readonly Consequence[]> {
  const sides: { before: Documents; after: Documents } = { before: {}, after: {} };
  for (const file of Object.keys({ ...before.documents, ...after.documents }).filter(isContentDocument)) {
    const isOfBoth = Object.hasOwn(before.documents, file) && Object.hasOwn(after.documents, file);
    const folder = named === undefined ? undefined : resolvePath(cwd, named);
    const name = file.slice(contentPrefix.length);
    const ofFolder =
      !isOfBoth && folder !== undefined && existsSync(join(folder, name))
        ? ((await readContentFile(folder, name)) as Documents[string])
        : undefined;
    const [was, is] = [before.documents[file] ?? ofFolder, after.documents[file] ?? ofFolder];
    if (folder === undefined && !isOfBoth && file !== 'content/sources.json') continue;
    if (was !== undefined) sides.before = { ...sides.before, [file]: was };
    if (is !== undefined) sides.after = { ...sides.after, [file]: is };
  }
  return compareContent(sides.before, sides.after);
}

type VersionSource = { readonly folder: string } | { readonly version: number | 'live' | 'draft' };

/**
 * Returns the folder, or its folder `schemas` if only that contains documents. If there is no such folder,
 * returns a version of the server: the number, `live` or `draft`. Throws `UsageError` if the argument is
 * neither.
 */
function parseVersionSource(argument: string, { cwd }: Io): VersionSource {
  const folder = resolvePath(cwd, argument);
  if (argument !== '' && existsSync(folder) && findFormFile(folder) !== undefined) return { folder };
  if (argument !== '' && isFolder(folder)) {
    const inside = join(folder, 'schemas');
    /** True if the folder contains `enquiry-types.json`. */
    const containsDocuments = (each: string) => existsSync(join(each, 'enquiry-types.json'));
    return { folder: !containsDocuments(folder) && containsDocuments(inside) ? inside : folder };
  }
  if (argument === 'live' || argument === 'draft') return { version: argument };
  if (/^[1-9]\d{0,9}$/.test(argument)) return { version: Number(argument) };
  throw new UsageError(
    `Cannot compare "${argument}": there is no such file or folder, and a version is a number, "live" or "draft"`,
  );
}

/** Returns true for a folder; false for a file, or if nothing exists at the path. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Reads the folder of `--content`, else the demonstration content. If a version is from a server or a form in
 * one file, the default is empty, because the demonstration has other content and types.
 */
async function readComparedContent(
  sources: readonly VersionSource[],
  given: CommandArguments,
  io: Io,
): Promise<Partial<ContentFolder>> {
  const folder = given.text('content');
  if (folder !== undefined) return readContentFolder(resolvePath(io.cwd, folder));
  const isOfOthers = sources.some(
    (source) => 'version' in source || findFormFile(source.folder) !== undefined,
  );
  return isOfOthers ? {} : readContentFolder(demoContentFolder);
}

type ComparedVersion =
  | { readonly ok: true; readonly version: Version }
  | {
      readonly ok: false;
      readonly workspace: Workspace;
      readonly findings: Parameters<typeof locateFindings>[0];
    };

/** Loads and compiles a version. Returns the findings if it does not compile. */
async function loadVersion(source: VersionSource, given: CommandArguments, io: Io): Promise<ComparedVersion> {
  const workspace =
    'folder' in source
      ? await loadWorkspaceAt(source.folder, io)
      : await loadServerVersion(source.version, given, io);
  if (!workspace.loaded.ok) return { ok: false, workspace, findings: workspace.loaded.findings };
  const { form, documents } = workspace.loaded;
  const checks = compileFormChecks(form);
  if (!checks.ok) return { ok: false, workspace, findings: checks.findings };
  return { ok: true, version: { form, documents, getCheck: checks.checkOf } };
}

/**
 * Loads a version from the server that the command line, the environment or the folder's record names. Throws
 * `Refused` if the server does not have it.
 * @param of The number of the version, or its name.
 */
async function loadServerVersion(
  of: number | 'live' | 'draft',
  given: CommandArguments,
  io: Io,
): Promise<Workspace> {
  const server = createRemoteServer(given, io, await findRecordedServer(given, io));
  const files = await server.loadFiles(of);
  if (files === undefined)
    throw new Refused(
      `Cannot compare version ${of}: ${server.origin} has no such version; "slipway versions" lists them`,
      {
        kind: 'no-version',
      },
    );
  const name = of === 'draft' ? 'draft' : `version ${files.number}`;
  return createWorkspace(new Map(Object.entries(files.files)), { folder: name, folderName: name });
}

/**
 * Prints the findings of a version that does not compile, and returns 1. They go to standard output, because
 * they are the result of the command.
 */
function printVersionFindings(
  { workspace, findings }: ComparedVersion & { readonly ok: false },
  given: CommandArguments,
  io: Io,
): ExitCode {
  if (given.flag('json'))
    io.out(formatJsonOutput({ ok: false, findings: locateFindings(findings, workspace) }));
  else {
    const lines = findings.flatMap((finding) => formatLocatedFinding(finding, workspace));
    io.out(`${lines.join('\n')}\n\n${formatFindingCounts(findings)}.\n`);
  }
  return 1;
}

interface ReportedConsequence {
  readonly consequence: Consequence;
  /** The consequence in the output language, as text. */
  readonly sentence: string;
}

/** Converts a consequence to the object that `--json` prints. */
function toConsequenceData({ consequence, sentence }: ReportedConsequence): unknown {
  const {
    kind,
    types = [],
    field,
    about,
    names,
    before,
    after,
    locales,
    where,
    situations,
    of,
    example,
  } = consequence;
  const [type] = types;
  return {
    kind,
    ...(types.length === 1 && { type }),
    ...(types.length > 1 && { types }),
    ...(field !== undefined && { field }),
    ...(about !== undefined && { about }),
    ...(names !== undefined && { names }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(locales !== undefined && { locales }),
    where,
    situations,
    of,
    example: example ?? null,
    sentence,
  };
}

/**
 * Lists the consequences, those without effect for visitors last, and counts the others in the last line. A
 * consequence is followed by its count of situations or pages and, if it names no page, by the formatted
 * example.
 */
function formatConsequences(
  reported: readonly ReportedConsequence[],
  formatExample: (of: Consequence) => string | undefined,
): string {
  /** True if the consequence has no effect for visitors. */
  const isDocumentsOnly = ({ consequence: { kind } }: ReportedConsequence) => kind === 'documents-only';
  const [visible, invisible] = [
    reported.filter((each) => !isDocumentsOnly(each)),
    reported.filter(isDocumentsOnly),
  ];
  const lines = visible.flatMap(({ consequence, sentence }) => {
    const { situations, of, example } = consequence;
    const where = consequence.where.in === 'site' ? 'pages of the site' : 'situations';
    const shown = formatExample(consequence);
    const page = example?.page === undefined ? [] : [`on ${example.page}`];
    const count = of === 0 ? [] : [`${situations} of ${of} ${where}`];
    const details = [
      ...count,
      ...page,
      ...(page.length === 0 && shown !== undefined && of > 0 ? [shown] : []),
    ];
    return [`- ${sentence}`, ...(details.length > 0 ? [`    ${details.join('; ')}`] : [])];
  });
  return `${[
    ...lines,
    ...invisible.map(({ sentence }) => `- ${sentence}`),
    ...(reported.length > 0 ? [''] : []),
    `${visible.length === 0 ? 'Nothing changes' : `${formatPlural(visible.length, 'thing')} change${visible.length === 1 ? 's' : ''}`} for visitors.`,
  ].join('\n')}\n`;
}
