import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io } from '../../command/io.ts';
import { findRecordedServer } from '../remote/folder.ts';
import {
  Refused,
  type RemoteServer,
  runReportingRefusals,
  runWithServer,
  serverFailureHelp,
  serverOptions,
} from '../remote/server.ts';
import { formatVersion, isRemoteVersion, type RemoteVersion } from '../remote/versions.ts';

export const versionsCommand: Command = {
  name: 'versions',
  subject: 'documents',
  summary: 'lists the versions of a server',
  description: ['Lists all versions, newest first: number, state, time, author, origin and reason.'],
  positionals: '[FOLDER]',
  options: serverOptions,
  examples: [
    ['slipway versions --url https://forms.example.com', 'Lists the versions.'],
    ['slipway versions --json', 'Prints JSON.'],
  ],
  failure: serverFailureHelp,
  /**
   * Lists the versions of the server of the command line or environment, else of the one that the folder was
   * pulled from. Prints a refusal and returns 1.
   */
  run: (given, io) =>
    runReportingRefusals(given, io, async () => {
      const known = await findRecordedServer(given, io, given.positionals[0]);
      return runWithServer(given, io, { known, work: (server) => listVersions(server, given, io) });
    }),
};

/**
 * Requests all versions, page by page, and prints one line for each, newest first. Returns 0. Throws
 * `Refused` if an answer is no list of versions.
 */
async function listVersions(server: RemoteServer, given: CommandArguments, io: Io): Promise<ExitCode> {
  const all: RemoteVersion[] = [];
  let before: number | undefined;
  do {
    const { value } = await server.get(`/versions${before === undefined ? '' : `?before=${before}`}`);
    const { versions, next } = Object(value) as Readonly<Record<string, unknown>>;
    if (!Array.isArray(versions) || !versions.every(isRemoteVersion))
      throw new Refused(`Cannot use ${server.origin}: it is not a Slipway server of this release`, {
        kind: 'wrong-address',
      });
    all.push(...versions);
    before = typeof next === 'number' && next < (before ?? Number.POSITIVE_INFINITY) ? next : undefined;
  } while (before !== undefined);
  if (given.flag('json')) io.out(formatJsonOutput({ ok: true, versions: all }));
  else io.out(all.map((version) => `${formatVersion(version)}\n`).join(''));
  return 0;
}
