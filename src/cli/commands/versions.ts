import type { Command, ExitCode, Given } from '../args/command.ts';
import { type Io, json } from '../io.ts';
import { recordedServer } from '../remote/folder.ts';
import {
  Refused,
  refusedByServer,
  type Server,
  serverOptions,
  telling,
  withServer,
} from '../remote/server.ts';
import { isRemoteVersion, type RemoteVersion, versionLine } from '../remote/versions.ts';

export const versions: Command = {
  name: 'versions',
  summary: 'lists the versions of a server',
  description: [
    'Lists every version that there is, the newest first: its number, whether it is live, was, or waits for its time, who made it, from where (the folder of a deployment, the studio, a push, an earlier version, another installation), and why.',
  ],
  words: '[FOLDER]',
  options: serverOptions,
  examples: [
    ['slipway versions --url https://forms.example.com', 'Lists them.'],
    ['slipway versions --json', 'For a program, from where ./schemas was pulled.'],
  ],
  failure: refusedByServer,
  run: (given, io) =>
    telling(given, io, async () => {
      const known = await recordedServer(given, io, given.words[0]);
      return withServer(given, io, { known, work: (server) => listed(server, given, io) });
    }),
};

async function listed(server: Server, given: Given, io: Io): Promise<ExitCode> {
  const all: RemoteVersion[] = [];
  let before: number | undefined;
  do {
    const { value } = await server.get(`/versions${before === undefined ? '' : `?before=${before}`}`);
    const { versions, next } = Object(value) as Readonly<Record<string, unknown>>;
    if (!Array.isArray(versions) || !versions.every(isRemoteVersion))
      throw new Refused(
        `Cannot use ${server.origin}: what answers there is no Slipway server of this release`,
        {
          kind: 'wrong-address',
        },
      );
    all.push(...versions);
    before = typeof next === 'number' && next < (before ?? Number.POSITIVE_INFINITY) ? next : undefined;
  } while (before !== undefined);
  if (given.flag('json')) io.out(json({ ok: true, versions: all }));
  else io.out(all.map((version) => `${versionLine(version)}\n`).join(''));
  return 0;
}
