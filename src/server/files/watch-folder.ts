import { type FSWatcher, watch } from 'node:fs';

/** What hears of changes in a folder: see `watchFolder`. */
export interface WatchOptions {
  readonly folder: string;
  /** How long a folder must be quiet before the change counts as done: editors save in several steps. */
  readonly quietMs: number;
  /** Not called again before what it returned has resolved. */
  readonly onChange: () => Promise<void>;
  /** The folder can no longer be watched. */
  readonly onFailure: (error: Error) => void;
}

/** Tells of changes of files below a folder, several in a row as one; gives the function that ends it. */
export function watchFolder({ folder, quietMs, onChange, onFailure }: WatchOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      underWay = underWay.then(onChange).catch(onFailure);
    }, quietMs);
  };
  const watcher: FSWatcher = watch(folder, { recursive: true }, heard);
  watcher.on('error', onFailure);
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
