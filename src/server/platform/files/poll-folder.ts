import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WatchFolderOptions } from './watch-folder.ts';

export interface PollOptions extends WatchFolderOptions {
  /** Milliseconds between two readings; while files are changing, `debounceMs`. */
  readonly everyMs: number;
  /** The result of `fingerprintFolder` before the files were read: later changes are reported. */
  readonly known: string;
}

/**
 * Polls a folder and calls `onChange` for changes of its files, several in a row as one. Calls `onFailure` if
 * `onChange` rejects; that change is not reported again. Returns a function that stops polling. Polling is
 * needed because the system reports no change if a mounted folder is replaced or a link is changed.
 */
export function pollFolder({
  folder,
  everyMs,
  debounceMs,
  onChange,
  onFailure,
  ...options
}: PollOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let { known } = options;
  let seen = known;

  /**
   * Reads the folder once. Calls `onChange` if this and the last reading are equal, and differ from `known`,
   * which is then this reading.
   */
  async function poll(): Promise<void> {
    const now = await fingerprintFolder(folder);
    const isSteady = now === seen;
    seen = now;
    if (now === known || !isSteady) return;
    known = now;
    await onChange();
  }

  /** Polls after a delay, and again after each poll, until polling is stopped. */
  function schedulePoll(): void {
    const isChanging = seen !== known;
    timer = setTimeout(
      () =>
        void poll()
          .catch(onFailure)
          .finally(() => {
            if (!isStopped) schedulePoll();
          }),
      isChanging ? debounceMs : everyMs,
    ).unref();
  }

  schedulePoll();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/**
 * Returns a text that differs if a file was replaced or changed, or if its permissions changed. Folders
 * inside count by name only; an empty or unreadable folder gives an empty text.
 */
export async function fingerprintFolder(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).toSorted();
  const marks = names.map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found?.isFile() ? `${name} ${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : name;
  });
  return (await Promise.all(marks)).join('\n');
}
