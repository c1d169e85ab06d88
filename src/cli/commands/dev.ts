import { basename } from 'node:path';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import { type DevServer, type ServedFiles, startDevServer } from '../dev/dev-server.ts';
import { openLiveAssets } from '../dev/live-assets.ts';
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
  const readFiles = () => readServedFiles(source);
  await readFiles();
  const server = await startDevServer({ source, readFiles, port, assets: await openLiveAssets() });
  io.out(
    given.flag('json')
      ? formatJsonOutput({ ok: true, origin: server.origin })
      : `The form is at ${server.origin}. Press Ctrl+C to stop.\n`,
  );
  await waitForAbort(interruption, server);
  return 0;
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
