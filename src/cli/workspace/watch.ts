import { watch } from 'node:fs';
import type { Given } from '../args/command.ts';
import { CannotWork, type Io } from '../io.ts';
import { folderOf } from './load.ts';

export interface Watching {
  readonly given: Given;
  readonly io: Io;
  readonly work: () => Promise<unknown>;
}

/** Milliseconds without a change after which a save is complete. Editors save in several steps. */
const debounceMs = 60;

/**
 * Runs `work` now and whenever a document in the folder is saved. Resolves when the command is interrupted.
 */
export async function watchFolder({ given, io, work }: Watching): Promise<void> {
  const folder = folderOf(given, io);
  await attempt(work, io);
  if (io.signal.aborted) return;
  await new Promise<void>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let underWay: Promise<void> = Promise.resolve();
    const watcher = watch(folder, { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.json')) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        underWay = underWay.then(() => attempt(work, io));
      }, debounceMs);
    });
    watcher.on('error', (cause) =>
      reject(new CannotWork(`Cannot watch "${folder}": ${cause.message}`, { cause })),
    );
    io.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      watcher.close();
      void underWay.then(resolve);
    });
    io.err(`Watching ${folder}; stop with Ctrl+C.\n`);
  });
}

/**
 * Reports a folder that cannot be read and continues: while a file is saved, reading can fail for a moment.
 */
async function attempt(work: () => Promise<unknown>, { err }: Io): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CannotWork)) throw error;
    err(`${error.message}\n`);
  }
}
