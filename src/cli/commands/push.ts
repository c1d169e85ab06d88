import { diffDocuments } from '#engine/exchange/index.ts';
import { exchangeFormat, type PushAnswer, type PushRequest } from '../../api/exchange.ts';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import { formatPlural } from '../output/finding-lines.ts';
import {
  type DocumentsFolder,
  formatDocumentNames,
  readDocumentsFolder,
  writeRecord,
} from '../remote/folder.ts';
import { alignTypeName, omitFormatDocuments, requireOneFile } from '../remote/form-file.ts';
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
    'Merges the files into the draft, which is not live until "slipway publish". If both sides changed the same value, lists the conflicts and changes nothing. Records the push in .slipway.json, or .form.slipway.json for a form.json.',
  ],
  positionals: '[FOLDER|FILE]',
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
          `Cannot push "${folder.name}": there are no documents in it; go to the folder that has "schemas" or "form.json", or name the documents`,
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
  read: DocumentsFolder,
  server: RemoteServer,
  given: CommandArguments,
  io: Io,
): Promise<ExitCode> {
  const prefer = getPreferredSide(given);
  const theirs = await server.loadFiles('draft');
  if (theirs === undefined) throw new Refused(`Cannot push: ${server.origin} has no draft`);
  const common = await findMergeBase(read, { server, theirs, given });
  const what = `push "${read.name}"`;
  // What the version has and one file cannot have would count as removed.
  if (read.form !== undefined)
    requireOneFile(common.documents, { what, owner: `version ${common.state.number}` });
  const folder =
    read.form === undefined ? read : { ...read, documents: alignTypeName(read.documents, common.documents) };
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
    throwIfRejected(answer, { what, form: folder.form }, server.origin);
    throw new Refused(`Cannot push to ${server.origin}: it sent an answer that this command does not know`);
  }
  await recordPushed(folder, common, server.origin, theirs.installation);
  if (given.flag('json')) io.out(formatJsonOutput({ ok: true, ...answer }));
  else
    io.out(
      answer.kind === 'pushed'
        ? `Pushed to the draft of ${server.origin}: ${formatPlural(answer.files.length, 'file')} changed there.\n${formatDocumentNames(
            answer.files,
            folder,
          )
            .map((file) => `  ${file}\n`)
            .join('')}To make it live, publish it in the studio or with "slipway publish".\n`
        : formatNothingPushed(folder, theirs.documents, server.origin),
    );
  return 0;
}

/**
 * Formats the message that nothing was pushed. If others have changed the draft since, it lists the files
 * that differ from the draft.
 * @param draft The documents of the draft before the push.
 */
function formatNothingPushed(folder: DocumentsFolder, draft: MergeBase['documents'], origin: string): string {
  const others = diffDocuments(omitFormatDocuments(draft), omitFormatDocuments(folder.documents)).map(
    ({ file }) => file,
  );
  if (others.length === 0) return `Nothing to push: the draft of ${origin} already contains it.\n`;
  const files = formatDocumentNames(others, folder).join(', ');
  return `Nothing to push: the files have not changed since the last push or pull. The draft of ${origin} has changed in ${files}: "slipway pull --draft" gets it.\n`;
}

/**
 * Records in the folder that all differences of its documents from the base version are pushed. Format
 * documents (below `meta/`) do not count. Writes nothing if the record is equal already.
 */
async function recordPushed(
  folder: DocumentsFolder,
  { state: { number, since }, version }: MergeBase,
  server: string,
  installation: string,
): Promise<void> {
  const { documents, record } = folder;
  const now = diffDocuments(omitFormatDocuments(version), omitFormatDocuments(documents));
  if (record?.common.number === number && JSON.stringify(now) === JSON.stringify(since)) return;
  await writeRecord(folder, { server, installation, common: { number, since: now } });
}
