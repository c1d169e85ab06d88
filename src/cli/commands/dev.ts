import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { CommandError, formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import { type DevServer, startDevServer } from '../dev/dev-server.ts';
import { openLiveAssets } from '../dev/live-assets.ts';
import { describeMissingWidgets } from '../dev/own-widgets.ts';
import type { ServedFiles } from '../dev/served-files.ts';
import {
  type DocumentsSource,
  readFolderTexts,
  readFormFile,
  readSourceArgument,
  resolveDocumentsSource,
} from '../workspace/load.ts';

const defaultPort = 4200;

export const devCommand: Command = {
  name: 'dev',
  subject: 'documents',
  summary: 'shows a form in the browser while you edit it',
  description: [
    'Serves the form with an editor of its files to this machine alone, and prints the address. Saved changes show at once. What is sent is accepted and forgotten.',
  ],
  positionals: '[FILE|FOLDER]',
  options: {
    port: { value: 'N', description: `The port; 0 for any free one. Default: ${defaultPort}.` },
    widgets: {
      value: 'FOLDER',
      description: 'The folder with the modules of your own widgets. Default: SLIPWAY_WIDGETS.',
    },
  },
  examples: [['slipway dev --port 0', 'Serves ./schemas, else ./form.json.']],
  failure: 'never',
  run: serveForm,
};

/** Serves the form until the command is interrupted. */
async function serveForm(all: CommandArguments, io: Io): Promise<ExitCode> {
  const given = readSourceArgument(all);
  const source = resolveDocumentsSource(given, io);
  const port = readPort(given.text('port'));
  const interruption = io.getInterruption();
  const widgetsFolder = findWidgetsFolder(given, io);
  const readFiles = async () => {
    const files = await readServedFiles(source);
    return { ...files, notes: describeMissingWidgets(files, widgetsFolder) };
  };
  const { notes } = await readFiles();
  const assets = await openLiveAssets();
  const server = await startDevServer({ source, readFiles, port, assets, widgetsFolder });
  io.out(
    given.flag('json')
      ? formatJsonOutput({ ok: true, origin: server.origin, notes })
      : `${[...notes, `The form is at ${server.origin}. Press Ctrl+C to stop.`].join('\n')}\n`,
  );
  await waitForAbort(interruption, server);
  return 0;
}

/**
 * Returns the absolute path of the folder with the modules of widgets; undefined if none is named.
 * @throws CommandError If there is no such folder.
 */
function findWidgetsFolder(given: CommandArguments, { cwd, env }: Io): string | undefined {
  const named = given.text('widgets') ?? (env.SLIPWAY_WIDGETS || undefined);
  if (named === undefined) return undefined;
  const folder = resolve(cwd, named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new CommandError(
    `Cannot read "${named}": there is no such folder; name that of the modules with --widgets`,
  );
}

/** Returns the port that a text names. Throws `UsageError` if it names none. */
function readPort(text: string | undefined): number {
  if (text === undefined) return defaultPort;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`Cannot read "--port ${text}": write a number from 0 to 65535`);
}

/** Reads the files of a form in one file or of a folder, without meta schemas. Throws the errors of both. */
async function readServedFiles({ kind, path }: DocumentsSource): Promise<ServedFiles> {
  if (kind === 'file') {
    const name = basename(path);
    return { form: name, texts: { [name]: await readFormFile(path) } };
  }
  const texts = await readFolderTexts(path);
  return { texts: Object.fromEntries([...texts].filter(([file]) => !file.startsWith('meta/'))) };
}

/** Closes the server when the command is interrupted, and resolves then. */
function waitForAbort(interruption: AbortSignal, server: DevServer): Promise<void> {
  if (interruption.aborted) return server.close();
  return new Promise((resolve, reject) => {
    interruption.addEventListener('abort', () => void server.close().then(resolve, reject), { once: true });
  });
}
