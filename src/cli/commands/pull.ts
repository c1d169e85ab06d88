import type { Documents } from '#engine';
import { type MergeSides, mergeDocuments } from '#engine/editing/merge.ts';
import { diffDocuments } from '#engine/exchange/index.ts';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import { formatPlural } from '../output/finding-lines.ts';
import {
  type DocumentsFolder,
  formatDocumentNames,
  readDocumentsFolder,
  type WrittenFiles,
  writeDocuments,
  writeRecord,
} from '../remote/folder.ts';
import { alignTypeName, omitServerDocuments, requireOneFile } from '../remote/form-file.ts';
import {
  baseOption,
  findMergeBase,
  getPreferredSide,
  isPushPublished,
  parseVersionOption,
  sideOptions,
  throwOnConflicts,
} from '../remote/merge-base.ts';
import {
  Refused,
  type RemoteFiles,
  type RemoteServer,
  runReportingRefusals,
  runWithServer,
  serverFailureHelp,
  serverOptions,
} from '../remote/server.ts';

export const pullCommand: Command = {
  name: 'pull',
  subject: 'documents',
  summary: 'writes the live version of a server to files',
  description: [
    'Writes the live version to files and merges local changes. If both sides changed the same value, lists the conflicts and writes nothing. Equal documents stay unchanged.',
    'Records the state in .slipway.json, or .form.slipway.json for a form.json; commit this file.',
  ],
  positionals: '[FOLDER|FILE]',
  options: {
    ...serverOptions,
    version: { value: 'NUMBER', description: 'Pull this version.' },
    draft: { description: 'Pull the draft.' },
    ...sideOptions,
    ...baseOption,
  },
  examples: [
    ['slipway pull --url https://forms.example.com', 'Writes the live version to ./schemas.'],
    ['slipway pull --version 12 --json', 'Writes version 12.'],
  ],
  failure: serverFailureHelp,
  run: (given, io) =>
    runReportingRefusals(given, io, async () => {
      const folder = await readDocumentsFolder(given, io);
      const pullFromServer = (server: RemoteServer) => pullDocuments(folder, server, given, io);
      return runWithServer(given, io, { known: folder.record?.server, work: pullFromServer });
    }),
};

/**
 * Merges a version of the server (`--draft`, `--version`, else the live one) into the folder, writes the
 * changed files and the record, and prints the result. Throws `Refused` and writes nothing if there are
 * conflicts and no side is preferred, or if the server does not have the version. An empty folder gets the
 * files of the server.
 */
async function pullDocuments(
  folder: DocumentsFolder,
  server: RemoteServer,
  given: CommandArguments,
  io: Io,
): Promise<ExitCode> {
  const isDraft = given.flag('draft');
  const number = parseVersionOption(given, 'version');
  if (isDraft && number !== undefined)
    throw new UsageError('Cannot pull both --draft and --version: leave one out');
  const prefer = getPreferredSide(given);
  const theirs = await loadExistingFiles(server, isDraft ? 'draft' : (number ?? 'live'));
  const live = isDraft ? await loadExistingFiles(server, theirs.number) : theirs;
  // An empty folder has no local changes.
  const isEmpty = folder.texts.size === 0;
  const common = isEmpty ? undefined : await findMergeBase(folder, { server, theirs, given });
  // If the pulled documents include what was pushed before, the pushed state is the merge base. Otherwise the
  // pushed changes still count as local.
  const isPushIncluded =
    isDraft || (common !== undefined && (await isPushPublished(common, live.number, server)));
  const base = isPushIncluded ? common?.documents : common?.version;
  const sides = getMergeSides(folder, base, theirs.documents);
  const { documents, conflicts } = isEmpty
    ? { documents: sides.theirs, conflicts: [] }
    : mergeDocuments({ ...sides, ...(prefer && { prefer }) });
  const what = `pull into "${folder.name}"`;
  if (prefer === undefined) throwOnConflicts(conflicts, { what, form: folder.form });
  if (folder.form !== undefined) requireOneFile(documents, { what, owner: formatVersionName(theirs) });
  const written = await writeDocuments(folder, documents, theirs.files);
  // The draft contains what was pushed even before it is live. It is recorded as common, so that it is not
  // pushed again.
  const sent = common && { base: common.version, ours: common.documents, theirs: live.documents };
  const inDraft = isDraft
    ? theirs.documents
    : sent && !isPushIncluded
      ? mergeDocuments(sent).documents
      : live.documents;
  await writeRecord(folder, {
    server: server.origin,
    installation: theirs.installation,
    common: { number: live.number, since: diffDocuments(live.documents, inDraft) },
  });
  const own = diffDocuments(sides.theirs, documents).map(({ file }) => file);
  printPullResult(
    { ...written, own: formatDocumentNames(own, folder), theirs, folder, origin: server.origin },
    given,
    io,
  );
  return 0;
}

/**
 * Returns the sides of the merge. A form in one file has no documents below `meta/`.
 * @param base The documents that the files were made from. Undefined if there are no files.
 */
function getMergeSides(
  { form, documents }: DocumentsFolder,
  base: Documents | undefined,
  theirs: Documents,
): MergeSides {
  if (form === undefined) return { base: base ?? {}, ours: documents, theirs };
  return {
    base: omitServerDocuments(base ?? {}),
    ours: base === undefined ? documents : alignTypeName(documents, base),
    theirs: omitServerDocuments(theirs),
  };
}

/** Returns the name of a version for messages. */
function formatVersionName({ number, draft }: RemoteFiles): string {
  return draft === undefined ? `version ${number}` : 'the draft';
}

/** Loads the files of a version. Throws `Refused` if the server does not have it. */
async function loadExistingFiles(
  server: RemoteServer,
  version: number | 'live' | 'draft',
): Promise<RemoteFiles> {
  const files = await server.loadFiles(version);
  if (files !== undefined) return files;
  throw new Refused(
    `Cannot pull version ${version}: ${server.origin} has no such version; "slipway versions" lists them`,
    { kind: 'no-version' },
  );
}

interface PullResult extends WrittenFiles {
  /** The names of the files that still differ from the server after the merge, sorted. */
  readonly own: readonly string[];
  /** The pulled version. */
  readonly theirs: RemoteFiles;
  readonly folder: DocumentsFolder;
  /** The server's origin. */
  readonly origin: string;
}

/** Prints which files were written and removed, and which differ from the server, as JSON with `--json`. */
function printPullResult(
  { written, removed, own, theirs, folder, origin }: PullResult,
  given: CommandArguments,
  io: Io,
): void {
  const { number, draft } = theirs;
  if (given.flag('json')) {
    io.out(
      formatJsonOutput({ ok: true, version: number, isDraft: draft !== undefined, written, removed, own }),
    );
    return;
  }
  const what = formatVersionName(theirs);
  const count = written.length + removed.length;
  io.out(
    [
      `${folder.name} has ${what} of ${origin}: ${count === 0 ? 'nothing to write' : `${formatPlural(written.length, 'file')} written, ${removed.length} removed`}.`,
      ...written.map((file) => `  ${file}`),
      ...removed.map((file) => `  ${file} (removed)`),
      ...(own.length === 0 ? [] : [`Changed here, and not on the server: ${own.join(', ')}.`]),
      '',
    ].join('\n'),
  );
}
