import { type MergeSides, merge } from '#engine/editing/merge.ts';
import { changesBetween } from '#engine/exchange/index.ts';
import type { Command, ExitCode, Given } from '../args/command.ts';
import { type Io, json, WrongUse } from '../io.ts';
import { plural } from '../output/finding-lines.ts';
import {
  baseOption,
  commonOf,
  isPublished,
  numberOf,
  preferenceOf,
  refuseConflicts,
  sideOptions,
} from '../remote/common.ts';
import { type Folder, readFolder, type Written, writeDocuments, writeRecord } from '../remote/folder.ts';
import {
  Refused,
  type RemoteFiles,
  refusedByServer,
  type Server,
  serverOptions,
  telling,
  withServer,
} from '../remote/server.ts';

export const pull: Command = {
  name: 'pull',
  summary: 'writes the live version of a server as files',
  description: [
    'Writes the documents of the version that is live as files, tidy as in git: what says the same stays as it is, to the byte. With --version it is another version, with --draft what is worked on in the studio.',
    'Files that were changed meanwhile are not overwritten: what both sides changed in different places is put together, and where both changed the same, nothing is written and every such place is told. What was pulled is remembered in .slipway.json beside the documents, which belongs into git with them.',
  ],
  words: '[FOLDER]',
  options: {
    ...serverOptions,
    version: { value: 'NUMBER', description: 'Another version than the one that is live.' },
    draft: { description: 'What is worked on in the studio.' },
    ...sideOptions,
    ...baseOption,
  },
  examples: [
    ['slipway pull --url https://forms.example.com', 'Writes what is live into ./schemas.'],
    ['slipway pull --version 12 --json', 'Writes version 12, from where the folder was pulled before.'],
  ],
  failure: refusedByServer,
  run: (given, io) =>
    telling(given, io, async () => {
      const folder = await readFolder(given, io);
      const work = (server: Server) => pulled(folder, server, given, io);
      return withServer(given, io, { known: folder.record?.server, work });
    }),
};

async function pulled(folder: Folder, server: Server, given: Given, io: Io): Promise<ExitCode> {
  const isDraft = given.flag('draft');
  const number = numberOf(given, 'version');
  if (isDraft && number !== undefined)
    throw new WrongUse('Cannot pull both --draft and --version: leave one out');
  const prefer = preferenceOf(given);
  const theirs = await filesOf(server, isDraft ? 'draft' : (number ?? 'live'));
  const live = isDraft ? await filesOf(server, theirs.number) : theirs;
  // An empty folder has no local changes.
  const isEmpty = folder.texts.size === 0;
  const common = isEmpty ? undefined : await commonOf(folder, { server, theirs, given });
  // If the pulled documents include what was pushed before, the pushed state is the merge base. Otherwise the
  // pushed changes still count as local.
  const isIn = isDraft || (common !== undefined && (await isPublished(common, live.number, server)));
  const base = isIn ? common?.documents : common?.version;
  const sides: MergeSides = { base: base ?? {}, ours: folder.documents, theirs: theirs.documents };
  const { documents, conflicts } = isEmpty
    ? { documents: theirs.documents, conflicts: [] }
    : merge({ ...sides, ...(prefer && { prefer }) });
  if (prefer === undefined) refuseConflicts(conflicts, `pull into "${folder.name}"`);
  const written = await writeDocuments(folder, documents, theirs.files);
  // The draft contains what was pushed even before it is live. It is recorded as common, so that it is not
  // pushed again.
  const sent = common && { base: common.version, ours: common.documents, theirs: live.documents };
  const inDraft = isDraft ? theirs.documents : sent && !isIn ? merge(sent).documents : live.documents;
  await writeRecord(folder.path, {
    server: server.origin,
    installation: theirs.installation,
    common: { number: live.number, since: changesBetween(live.documents, inDraft) },
  });
  const own = changesBetween(theirs.documents, documents).map(({ file }) => file);
  tell({ ...written, own: [...new Set(own)].sort(), theirs, folder, origin: server.origin }, given, io);
  return 0;
}

async function filesOf(server: Server, of: number | 'live' | 'draft'): Promise<RemoteFiles> {
  const files = await server.files(of);
  if (files !== undefined) return files;
  throw new Refused(
    `Cannot pull version ${of}: ${server.origin} has none of that number; "slipway versions" lists them`,
    { kind: 'no-version' },
  );
}

interface Pulled extends Written {
  /** Files that differ from the server. */
  readonly own: readonly string[];
  readonly theirs: RemoteFiles;
  readonly folder: Folder;
  readonly origin: string;
}

function tell({ written, removed, own, theirs, folder, origin }: Pulled, given: Given, io: Io): void {
  const { number, draft } = theirs;
  if (given.flag('json')) {
    io.out(json({ ok: true, version: number, isDraft: draft !== undefined, written, removed, own }));
    return;
  }
  const what = draft === undefined ? `version ${number}` : 'the draft';
  const count = written.length + removed.length;
  io.out(
    [
      `${folder.name} has ${what} of ${origin}: ${count === 0 ? 'nothing was to be written' : `${plural(written.length, 'file')} written, ${removed.length} taken away`}.`,
      ...written.map((file) => `  ${file}`),
      ...removed.map((file) => `  ${file} (taken away)`),
      ...(own.length === 0 ? [] : [`Changed here, and not on the server: ${own.join(', ')}.`]),
      '',
    ].join('\n'),
  );
}
