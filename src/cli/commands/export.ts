import { resolve } from 'node:path';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import { replaceFileAtomically } from '../output/write-output.ts';
import { findRecordedServer } from '../remote/folder.ts';
import { parseVersionOption } from '../remote/merge-base.ts';
import {
  Refused,
  type RemoteServer,
  runReportingRefusals,
  runWithServer,
  serverFailureHelp,
  serverOptions,
} from '../remote/server.ts';

export const exportCommand: Command = {
  name: 'export',
  subject: 'documents',
  summary: 'writes a version of a server to a signed file',
  description: [
    'Writes a version to a signed file for another server, for example from staging to production. An owner there must trust the printed fingerprint once.',
  ],
  positionals: '[FOLDER]',
  options: {
    ...serverOptions,
    version: { value: 'NUMBER', description: 'Default: the live version.' },
    out: { value: 'FILE', description: 'The file to write.' },
  },
  examples: [['slipway export --version 12 --out version-12.slipway', 'Writes version 12.']],
  failure: serverFailureHelp,
  /**
   * Exports from the server of the command line or environment, else from the one that the folder was pulled
   * from. Throws `UsageError` without `--out`. Prints a refusal and returns 1.
   */
  run: (given, io) =>
    runReportingRefusals(given, io, async () => {
      const out = given.text('out');
      if (out === undefined) throw new UsageError('Cannot export: no file is named; name it with --out FILE');
      const known = await findRecordedServer(given, io, given.positionals[0]);
      return runWithServer(given, io, { known, work: (server) => exportVersion(server, out, given, io) });
    }),
};

/**
 * Writes the signed archive of the version in `--version`, else of the live version, to a file, and prints
 * that. Replaces an existing file. Returns 0. Throws `Refused` if the server has no such version or does not
 * send it, and `CommandError` if the file cannot be written.
 * @param out The path of the file, from the current folder.
 */
async function exportVersion(
  server: RemoteServer,
  out: string,
  given: CommandArguments,
  io: Io,
): Promise<ExitCode> {
  const files = await server.loadFiles(parseVersionOption(given, 'version') ?? 'live');
  if (files === undefined)
    throw new Refused(
      `Cannot export version ${given.text('version')}: ${server.origin} has no such version`,
      { kind: 'no-version' },
    );
  const { number, installation } = files;
  const { status, text } = await server.get(`/versions/${number}/archive`);
  if (status !== 200)
    throw new Refused(`Cannot export version ${number} of ${server.origin} (status ${status})`);
  const file = resolve(io.cwd, out);
  await replaceFileAtomically(file, text, 'choose another file with --out');
  io.out(
    given.flag('json')
      ? formatJsonOutput({ ok: true, version: number, file: out, installation })
      : `Version ${number} of ${server.origin} is in ${out}, signed by ${installation}.\n`,
  );
  return 0;
}
