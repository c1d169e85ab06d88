import { type FSWatcher, watch } from 'node:fs';

export interface WatchFolderOptions {
  readonly folder: string;
  /** Milliseconds without a change after which changes are complete: editors save in several steps. */
  readonly debounceMs: number;
  /** Called for a change; not called again before its promise has resolved. */
  readonly onChange: () => Promise<void>;
  readonly onFailure: (error: Error) => void;
}

/**
 * Watches the files below a folder and reports changes, several in a row as one; returns a function that
 * stops watching.
 */
export function watchFiles({ folder, debounceMs, onChange, onFailure }: WatchFolderOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let pending: Promise<void> = Promise.resolve();
  const onEvent = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      pending = pending.then(onChange).catch(onFailure);
    }, debounceMs);
  };
  const watcher: FSWatcher = watch(folder, { recursive: true }, onEvent);
  watcher.on('error', onFailure);
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
