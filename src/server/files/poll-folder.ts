import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WatchOptions } from './watch-folder.ts';

/** What looks at a folder: see `pollFolder`. */
export interface PollOptions extends WatchOptions {
  /** How often it is looked at, in milliseconds. */
  readonly everyMs: number;
  /** What `markOf` gave before the files were read: what was changed since is told. */
  readonly known: string;
}

/**
 * Tells of changes of the files in a folder by looking at it, several in a row as one; gives the function that ends it. Where folders are
 * exchanged whole, mounted from elsewhere, or links are set anew, the system tells of no change.
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

  async function look(): Promise<void> {
    const now = await markOf(folder);
    const isSteady = now === seen;
    seen = now;
    if (now === known || !isSteady) return;
    known = now;
    await onChange();
  }

  function next(): void {
    const isChanging = seen !== known;
    timer = setTimeout(
      () =>
        void look()
          .catch(onFailure)
          .finally(() => {
            if (!isStopped) next();
          }),
      isChanging ? debounceMs : everyMs,
    ).unref();
  }

  next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Another text where a file is another, has changed, or may be read by others than before. */
export async function markOf(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).toSorted();
  const marks = names.map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found?.isFile() ? `${name} ${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : name;
  });
  return (await Promise.all(marks)).join('\n');
}
