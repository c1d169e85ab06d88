import { resolve } from 'node:path';
import type { Command, ExitCode, Given } from '../args/command.ts';
import { type Io, json, WrongUse } from '../io.ts';
import { writeWhole } from '../output/deliver.ts';
import { numberOf } from '../remote/common.ts';
import { recordedServer } from '../remote/folder.ts';
import {
  Refused,
  refusedByServer,
  type Server,
  serverOptions,
  telling,
  withServer,
} from '../remote/server.ts';

export const exportCommand: Command = {
  name: 'export',
  summary: 'writes a version of a server as one signed file',
  description: [
    'Writes a version as one file for another server, such as from staging to production. It is signed with a key that never leaves the server, so that nobody can change it on its way; the other server takes it once an owner there has said that this one is to be trusted, by the fingerprint that is printed here.',
  ],
  words: '[FOLDER]',
  options: {
    ...serverOptions,
    version: { value: 'NUMBER', description: 'Without it the version that is live.' },
    out: { value: 'FILE', description: 'Where it is written to.' },
  },
  examples: [['slipway export --version 12 --out version-12.slipway', 'Writes version 12.']],
  failure: refusedByServer,
  run: (given, io) =>
    telling(given, io, async () => {
      const out = given.text('out');
      if (out === undefined) throw new WrongUse('Cannot tell where to write: name the file with --out FILE');
      const known = await recordedServer(given, io, given.words[0]);
      return withServer(given, io, { known, work: (server) => exported(server, out, given, io) });
    }),
};

async function exported(server: Server, out: string, given: Given, io: Io): Promise<ExitCode> {
  const files = await server.files(numberOf(given, 'version') ?? 'live');
  if (files === undefined)
    throw new Refused(
      `Cannot export version ${given.text('version')}: ${server.origin} has none of that number`,
      { kind: 'no-version' },
    );
  const { number, installation } = files;
  const { status, text } = await server.get(`/versions/${number}/archive`);
  if (status !== 200)
    throw new Refused(`Cannot export version ${number} of ${server.origin} (status ${status})`);
  const file = resolve(io.cwd, out);
  await writeWhole(file, text, 'choose another file with --out');
  io.out(
    given.flag('json')
      ? json({ ok: true, version: number, file: out, installation })
      : `Version ${number} of ${server.origin} is in ${out}, signed by ${installation}.\n`,
  );
  return 0;
}
