import { diffDocuments, isFormatDocument } from '#engine/exchange/index.ts';
import { exchangeFormat, type PushAnswer, type PushRequest } from '../../api/exchange.ts';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import { formatPlural } from '../output/finding-lines.ts';
import { type DocumentsFolder, readDocumentsFolder, writeRecord } from '../remote/folder.ts';
import {
  baseOption,
  findMergeBase,
  getPreferredSide,
  type MergeBase,
  sideOptions,
  throwIfRejected,
} from '../remote/merge-base.ts';
import {
  Refused,
  type RemoteServer,
  runReportingRefusals,
  runWithServer,
  serverFailureHelp,
  serverOptions,
} from '../remote/server.ts';

export const pushCommand: Command = {
  name: 'push',
  subject: 'documents',
  summary: 'merges the files into the draft of a server',
  description: [
    'Merges the files into the draft, which is not live until "slipway publish". If both sides changed the same value, lists the conflicts and changes nothing. Records the push in .slipway.json.',
  ],
  positionals: '[FOLDER]',
  options: {
    ...serverOptions,
    note: { value: 'TEXT', description: 'The reason, for the studio.' },
    ...sideOptions,
    ...baseOption,
  },
  examples: [
    ['slipway push', 'Pushes ./schemas.'],
    ['slipway push forms --note "Phone is optional" --json', 'Pushes another folder.'],
  ],
  failure: serverFailureHelp,
  run: (given, io) =>
    runReportingRefusals(given, io, async () => {
      const folder = await readDocumentsFolder(given, io);
      if (folder.texts.size === 0)
        throw new UsageError(
          `Cannot push "${folder.name}": there are no documents in it; go to the folder that has "schemas", or name the folder`,
        );
      const pushToServer = (server: RemoteServer) => pushDocuments(folder, server, given, io);
      return runWithServer(given, io, { known: folder.record?.server, work: pushToServer });
    }),
};

/**
 * Sends the folder's documents to the server, which merges them into its draft, records the push in the
 * folder and prints the result. Throws `Refused` if the server rejects them, for example because of
 * conflicts. Returns 0 even if nothing had to change.
 */
async function pushDocuments(
  folder: DocumentsFolder,
  server: RemoteServer,
  given: CommandArguments,
  io: Io,
): Promise<ExitCode> {
  const prefer = getPreferredSide(given);
  const theirs = await server.loadFiles('draft');
  if (theirs === undefined) throw new Refused(`Cannot push: ${server.origin} has no draft`);
  const common = await findMergeBase(folder, { server, theirs, given });
  const note = given.text('note');
  const request: PushRequest = {
    format: exchangeFormat,
    documents: folder.documents,
    base: common.state,
    ...(prefer && { prefer }),
    ...(note !== undefined && { note }),
  };
  const { value } = await server.post('/push', request);
  const answer = value as PushAnswer;
  if (answer?.kind !== 'pushed' && answer?.kind !== 'unchanged') {
    throwIfRejected(answer, `push "${folder.name}"`, server.origin);
    throw new Refused(`Cannot push to ${server.origin}: it sent an answer that this command does not know`);
  }
  await recordPushed(folder, common, server.origin, theirs.installation);
  if (given.flag('json')) io.out(formatJsonOutput({ ok: true, ...answer }));
  else
    io.out(
      answer.kind === 'pushed'
        ? `Pushed to the draft of ${server.origin}: ${formatPlural(answer.files.length, 'file')} changed there.\n${answer.files.map((file) => `  ${file}\n`).join('')}To make it live, publish it in the studio or with "slipway publish".\n`
        : formatNothingPushed(folder, theirs.documents, server.origin),
    );
  return 0;
}

/**
 * Formats the message that nothing was pushed. If others have changed the draft since, it lists the files
 * that differ from the draft.
 * @param draft The documents of the draft before the push.
 */
function formatNothingPushed(
  { documents }: DocumentsFolder,
  draft: MergeBase['documents'],
  origin: string,
): string {
  const others = diffDocuments(draft, documents).flatMap(({ file }) =>
    isFormatDocument(file) ? [] : [file],
  );
  if (others.length === 0) return `Nothing to push: the draft of ${origin} already contains it.\n`;
  const files = [...new Set(others)].sort().join(', ');
  return `Nothing to push: the files have not changed since the last push or pull. The draft of ${origin} has changed in ${files}: "slipway pull --draft" gets it.\n`;
}

/**
 * Records in the folder that all differences of its documents from the base version are pushed. Format
 * documents (below `meta/`) do not count. Writes nothing if the record is equal already.
 */
async function recordPushed(
  { path, documents, record }: DocumentsFolder,
  { state: { number, since }, version }: MergeBase,
  server: string,
  installation: string,
): Promise<void> {
  /** True for an entry that is not a format document. */
  const isOwnDocument = ([file]: readonly [string, unknown]) => !isFormatDocument(file);
  const omitFormatDocuments = (all: MergeBase['version']) =>
    Object.fromEntries(Object.entries(all).filter(isOwnDocument));
  const now = diffDocuments(omitFormatDocuments(version), omitFormatDocuments(documents));
  if (record?.common.number === number && JSON.stringify(now) === JSON.stringify(since)) return;
  await writeRecord(path, { server, installation, common: { number, since: now } });
}
