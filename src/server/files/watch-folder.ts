import { type FSWatcher, watch } from 'node:fs';

/** What hears of changes in a folder: see `watchFolder`. */
export interface WatchOptions {
  readonly folder: string;
  /** How long nothing may change before the change counts as done, in milliseconds: editors save in several steps. */
  readonly debounceMs: number;
  /** Not called again before what it returned has resolved. */
  readonly onChange: () => Promise<void>;
  /** The folder can no longer be watched. */
  readonly onFailure: (error: Error) => void;
}

/** Tells of changes of files below a folder, several in a row as one; gives the function that ends it. */
export function watchFolder({ folder, debounceMs, onChange, onFailure }: WatchOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  const onEvent = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      underWay = underWay.then(onChange).catch(onFailure);
    }, debounceMs);
  };
  const watcher: FSWatcher = watch(folder, { recursive: true }, onEvent);
  watcher.on('error', onFailure);
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
