import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { CommandArguments } from '../../command/command.ts';
import { CommandError, type Io } from '../../command/io.ts';
import { resolveDocumentsSource } from './load.ts';

export interface WatchOptions {
  /** The arguments, whose option `--schemas` names the folder. */
  readonly given: CommandArguments;
  readonly io: Io;
  readonly work: () => Promise<unknown>;
}

/** Milliseconds without a change after which a save is complete. Editors save in several steps. */
const debounceMs = 60;

/**
 * Runs `work` now and whenever a `.json` file below the folder is saved or removed, one run after the other.
 * Resolves when the command is interrupted, after the last run. A `CommandError` of `work` is only printed;
 * any other error rejects.
 * @throws UsageError If there is no `--schemas` and no `./schemas`.
 * @throws CommandError If the folder cannot be watched.
 */
export async function watchDocuments({ given, io, work }: WatchOptions): Promise<void> {
  const { kind, path } = resolveDocumentsSource(given, io);
  const folder = kind === 'folder' ? path : dirname(path);
  const interruption = io.getInterruption();
  await runReportingReadErrors(work, io);
  if (interruption.aborted) return;
  await new Promise<void>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let underWay: Promise<void> = Promise.resolve();
    const watcher = watchFolder(folder, (file) => {
      if (!file?.endsWith('.json')) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        underWay = underWay.then(() => runReportingReadErrors(work, io));
        underWay.catch(reject);
      }, debounceMs);
    });
    watcher.on('error', (cause) => reject(createWatchError(folder, cause)));
    interruption.addEventListener('abort', () => {
      clearTimeout(timer);
      watcher.close();
      void underWay.then(resolve);
    });
    io.err(`Watching ${folder}; stop with Ctrl+C.\n`);
  });
}

/**
 * Runs `work` and prints a `CommandError` that it throws: while a file is saved, reading can fail for a
 * moment. Rejects with any other error.
 */
async function runReportingReadErrors(work: () => Promise<unknown>, { err }: Io): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    err(`${error.message}\n`);
  }
}

/**
 * Watches a folder and those below it; calls `onChange` with the path of each changed file.
 * @throws CommandError If the folder cannot be watched, for example because it does not exist.
 */
function watchFolder(folder: string, onChange: (file: string | null) => void): FSWatcher {
  try {
    // Some versions of Node watch a folder that does not exist, and never report anything.
    statSync(folder);
    return watch(folder, { recursive: true }, (_event, file) => onChange(file));
  } catch (cause) {
    throw createWatchError(folder, cause as Error);
  }
}

function createWatchError(folder: string, cause: Error): CommandError {
  return new CommandError(`Cannot watch "${folder}": ${cause.message}`, { cause });
}
