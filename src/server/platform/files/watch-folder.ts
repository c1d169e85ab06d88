import { watchDocumentFiles } from '#schemas/watch-documents.ts';

export interface WatchFolderOptions {
  /** A folder, or a form in one file. */
  readonly folder: string;
  /** Milliseconds without a change after which changes are complete: editors save in several steps. */
  readonly debounceMs: number;
  /** Called after changes; not called again before its promise has settled. */
  readonly onChange: () => Promise<void>;
  /** Called with the errors of watching, and with those by which `onChange` rejects. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Watches the JSON files below a folder, or those beside a form in one file, and reports changes, several in a row as one. Returns a function that
 * stops watching; changes that are not complete by then are not reported.
 */
export function watchFiles({ folder, debounceMs, onChange, onFailure }: WatchFolderOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let pending: Promise<void> = Promise.resolve();
  /** Starts the wait for the end of the changes again. */
  const onEvent = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      pending = pending.then(onChange).catch(onFailure);
    }, debounceMs);
  };
  const stop = watchDocumentFiles(folder, { onChange: onEvent, onFailure });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
