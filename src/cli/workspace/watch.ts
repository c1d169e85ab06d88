import { watchDocumentFiles } from '#schemas/watch-documents.ts';
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
 * Runs `work` now and whenever a document is saved or removed, one run after the other.
 * Resolves when the command is interrupted, after the last run. A `CommandError` of `work` is only printed;
 * any other error rejects.
 * @throws UsageError If there is no `--schemas` and no `./schemas`.
 * @throws CommandError If the folder cannot be watched.
 */
export async function watchDocuments({ given, io, work }: WatchOptions): Promise<void> {
  const { path } = resolveDocumentsSource(given, io);
  const interruption = io.getInterruption();
  await runReportingReadErrors(work, io);
  if (interruption.aborted) return;
  await new Promise<void>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let underWay: Promise<void> = Promise.resolve();
    const stop = startWatching(path, {
      onChange() {
        clearTimeout(timer);
        timer = setTimeout(() => {
          underWay = underWay.then(() => runReportingReadErrors(work, io));
          underWay.catch(reject);
        }, debounceMs);
      },
      onFailure: (cause) => reject(createWatchError(path, cause)),
    });
    interruption.addEventListener('abort', () => {
      clearTimeout(timer);
      stop();
      void underWay.then(resolve);
    });
    io.err(`Watching ${path}; stop with Ctrl+C.\n`);
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
 * Watches documents.
 * @throws CommandError If they cannot be watched, for example because the folder does not exist.
 */
function startWatching(...[path, listener]: Parameters<typeof watchDocumentFiles>): () => void {
  try {
    return watchDocumentFiles(path, listener);
  } catch (cause) {
    throw createWatchError(path, cause as Error);
  }
}

function createWatchError(path: string, cause: Error): CommandError {
  return new CommandError(`Cannot watch "${path}": ${cause.message}`, { cause });
}
