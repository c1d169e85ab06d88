import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { findFormFile, isIncludedPath } from './read-texts.ts';

export interface DocumentListener {
  /** Called for each changed document, and if a folder was added or removed. */
  readonly onChange: () => void;
  readonly onFailure: (error: Error) => void;
}

/**
 * Watches the documents that `readTexts` reads in a folder, or the JSON files beside a form in one file. Returns a
 * function that stops watching.
 * @throws The system's error if the folder cannot be watched.
 */
export function watchDocumentFiles(path: string, { onChange, onFailure }: DocumentListener): () => void {
  const file = findFormFile(path);
  const root = file === undefined ? path : dirname(file);
  const watchers = new Map<string, FSWatcher>();

  /** Watches the folders that there are now. Returns true if they are others than before. */
  function watchFolders(): boolean {
    const folders = file === undefined ? listDocumentFolders(root) : [root];
    const removed = [...watchers.keys()].filter((folder) => !folders.includes(folder));
    const added = folders.filter((folder) => !watchers.has(folder));
    for (const folder of removed) watchers.get(folder)?.close();
    for (const folder of removed) watchers.delete(folder);
    for (const folder of added) watchers.set(folder, watchFolder(folder));
    return removed.length + added.length > 0;
  }

  /** Watches one folder, without those below it: a recursive watch has no exceptions in all versions of Node. */
  function watchFolder(folder: string): FSWatcher {
    const watcher = watch(folder, (event, name) => {
      if (name?.endsWith('.json') && isIncludedPath(name)) onChange();
      else if (event === 'rename' && file === undefined) addFolders();
    });
    return watcher.on('error', onFailure);
  }

  /** Watches the folders anew after one may have been added or removed. */
  function addFolders(): void {
    try {
      if (watchFolders()) onChange();
    } catch (error) {
      onFailure(error as Error);
    }
  }

  watchFolders();
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}

/**
 * Returns a folder and those below it that may have documents. One that cannot be listed, such as a folder that is being
 * removed, has none below it.
 */
function listDocumentFolders(folder: string): readonly string[] {
  return [folder, ...listFoldersIn(folder).flatMap((name) => listDocumentFolders(join(folder, name)))];
}

function listFoldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && isIncludedPath(entry.name))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
