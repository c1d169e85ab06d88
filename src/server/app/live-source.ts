import type { ContentProblem } from '../forms/content/check-references.ts';
import type { Content } from '../forms/content/content.ts';
import {
  haveSameContent,
  type LiveContent,
  readContentDocuments,
} from '../forms/content/content-documents.ts';
import type { ContentCopies, RawContent } from '../forms/content/raw-content.ts';
import { readContentFiles, readOwnedContent } from '../forms/content/read-content.ts';
import { findRequirements } from '../forms/content/requirements.ts';
import type { FormVersion } from '../forms/documents/compiled-form.ts';
import type { FormStore } from '../forms/documents/form-store.ts';
import { loadFormFolder } from '../forms/documents/load-form.ts';
import { createTaskQueue } from '../platform/concurrency/task-queue.ts';
import { StartError } from '../platform/config/config.ts';
import { fingerprintFolder, pollFolder } from '../platform/files/poll-folder.ts';
import { watchFiles } from '../platform/files/watch-folder.ts';
import type { Log } from '../platform/log/log.ts';

/** The source of documents and content on disk. Changed documents are deployed to the form store. */
export interface LiveSource {
  /** Returns the last valid content: of the folder, with the content documents of the live version. */
  readonly content: () => Content;
  /** Returns the last valid content with the files of the folder. */
  readonly live: () => LiveContent;
  /**
   * Uses copies of lists that come from addresses, if the content that they make fits the rest of the content and
   * the live form as well as the content before; otherwise returns the problems, and nothing changes.
   */
  readonly adoptCopies: (copies: ContentCopies) => Promise<readonly ContentProblem[]>;
  /** Registers a listener. It cannot be removed: it lasts as long as the server. */
  readonly onSave: (listener: SaveListener) => void;
  /** Stops watching the folders. */
  readonly stop: () => void;
}

export interface SaveListener {
  /** Called after changed documents or content were loaded. */
  readonly reload?: () => void;
  /**
   * Called after documents were saved. `isReported` is true if they were refused, which has been reported
   * already.
   */
  readonly check?: (given: { readonly isReported: boolean }) => void;
  /**
   * Called after content was read again, with the reasons for which it was refused; empty if it was loaded.
   */
  readonly content?: (refused: readonly string[]) => void;
}

/** The documents and the content as read before anything else is opened. */
export interface LoadedSource {
  readonly form: FormVersion;
  /** The files of the content folder. They are not yet checked against each other. */
  readonly content: RawContent;
  /** The fingerprint of the content's folder before it was read. */
  readonly contentMark: string;
}

interface SourceFolders {
  readonly schemasFolder: string;
  readonly contentFolder: string;
}

export interface LiveSourceOptions extends SourceFolders {
  readonly forms: FormStore;
  /** The content that is live at the start, and the fingerprint of its folder before that was read. */
  readonly content: LiveContent;
  readonly contentMark: string;
  /** If true, documents are watched as well, and changes are loaded at once. */
  readonly isDev: boolean;
  readonly print: (line: string) => void;
  readonly log: Log;
}

/** Editors save in several steps, and copying a folder takes several as well. */
const debounceMs = { editors: 80, copies: 500 };

const pollMs = 1000;

/**
 * Reads documents and the files of the content. The files are not yet checked against each other: the live
 * version may have documents that replace some of them.
 * @throws StartError with a line for every problem.
 */
export async function readSource({ schemasFolder, contentFolder }: SourceFolders): Promise<LoadedSource> {
  const form = await loadFormFolder(schemasFolder);
  const contentMark = await fingerprintFolder(contentFolder);
  const content = await readContentFiles(contentFolder);
  const lines = [form, content].flatMap((loaded) => (loaded.ok ? [] : loaded.lines));
  if (!form.ok || !content.ok) throw new StartError(lines);
  return { form, content: content.folder, contentMark };
}

/**
 * Watches the content, and in development the documents too, and loads what is saved. Invalid files are
 * reported, and the last valid ones stay in use.
 */
export function createLiveSource(options: LiveSourceOptions): LiveSource {
  const { schemasFolder, contentFolder, forms, isDev, log } = options;
  let live = options.content;
  let liveDocuments = forms.documents();
  const listeners: SaveListener[] = [];
  let refused: readonly string[] = [];
  const runInOrder = createTaskQueue();

  /**
   * Reloads the documents or the content after all earlier reloads, so that an older state never replaces a
   * newer one. Resolves to true if the files were loaded.
   */
  function reload(what: 'documents' | 'content'): Promise<boolean> {
    return runInOrder(() => reloadNow(what));
  }

  /**
   * Reads the files. Uses them if they are valid, and calls the `reload` listeners; otherwise reports their
   * problems and resolves to false. Listeners for content are called in both cases.
   */
  async function reloadNow(what: 'documents' | 'content'): Promise<boolean> {
    const loaded = what === 'documents' ? await loadFormFolder(schemasFolder) : await readContent();
    if (what === 'content') refused = loaded.ok ? [] : loaded.lines;
    if (what === 'content') for (const { content } of listeners) content?.(refused);
    if (!loaded.ok) {
      reportRefusal(loaded.lines, options);
      return false;
    }
    if ('content' in loaded) live = loaded;
    else await forms.deploy(loaded);
    log.info('reloaded', { reason: what, formHash: forms.current().form.hash });
    for (const { reload } of listeners) reload?.();
    return true;
  }

  /** Reads the files of the content folder, and checks the content that they and the live version make. */
  async function readContent() {
    const files = await readContentFiles(contentFolder);
    const owner = {
      requirements: findRequirements(forms.current().form),
      documents: forms.documents(),
      folder: contentFolder,
    };
    const { copies = {} } = live.folder;
    return files.ok ? readOwnedContent({ ...files.folder, copies }, owner) : files;
  }

  /** Does the work of `LiveSource.adoptCopies`, after all reloads that were begun before. */
  async function adoptNow(copies: ContentCopies): Promise<readonly ContentProblem[]> {
    const documents = forms.documents();
    const requirements = findRequirements(forms.current().form);
    const files = { ...live.folder, copies };
    const fitting = readContentDocuments(documents, files, requirements);
    const before = fitting.ok ? fitting : readContentDocuments(documents, live.folder, requirements);
    const known = before.ok ? [] : before.problems.map(describeProblem);
    const problems = fitting.ok
      ? []
      : fitting.problems.filter((one) => !known.includes(describeProblem(one)));
    const read = readContentDocuments(documents, files);
    if (problems.length > 0 || !read.ok) return fitting.ok ? [] : fitting.problems;
    live = { content: read.content, folder: files };
    for (const { content } of listeners) content?.(refused);
    for (const { reload } of listeners) reload?.();
    return [];
  }

  /**
   * Uses the content documents of the version that went live, if they differ from those before. Content that
   * cannot be used, which only another release can have published, is reported, and the last one stays.
   */
  function adoptContentOfVersion(): void {
    const before = liveDocuments;
    liveDocuments = forms.documents();
    if (haveSameContent(before, liveDocuments)) return;
    const read = readOwnedContent(live.folder, { documents: liveDocuments, folder: contentFolder });
    if (read.ok) live = read;
    else reportRefusal(read.lines, options);
  }

  /** Reloads the documents, and calls the `check` listeners, also if they were refused. */
  async function loadSavedDocuments(): Promise<void> {
    const isLoaded = await reload('documents');
    // Refused documents have been reported already.
    for (const { check } of listeners) check?.({ isReported: !isLoaded });
  }

  const logFailure = (error: unknown) => log.error('reload-failed', error);
  /** Watches a folder, and returns the function that stops it. Failures are logged. */
  const watchFolder = (folder: string, onChange: () => Promise<void>) =>
    watchFiles({ folder, debounceMs: debounceMs.editors, onChange, onFailure: logFailure });
  // Content that was refused may be valid for the new form.
  const unsubscribe = forms.onLive(() => {
    adoptContentOfVersion();
    if (refused.length > 0) reload('content').catch(logFailure);
  });
  const loadSavedContent = async () => {
    await reload('content');
  };
  const contentOptions = { folder: contentFolder, onChange: loadSavedContent, onFailure: logFailure };
  const stops = isDev
    ? [watchFolder(schemasFolder, loadSavedDocuments), watchFolder(contentFolder, contentOptions.onChange)]
    : [
        pollFolder({
          ...contentOptions,
          everyMs: pollMs,
          debounceMs: debounceMs.copies,
          known: options.contentMark,
        }),
      ];
  return {
    content: () => live.content,
    live: () => live,
    adoptCopies: (copies) => runInOrder(() => adoptNow(copies)),
    onSave: (listener) => listeners.push(listener),
    stop() {
      unsubscribe();
      for (const stop of stops) stop();
    },
  };
}

/** Returns a text that is equal for equal problems. */
function describeProblem({ file, pointer, reason }: ContentProblem): string {
  return `${file} ${pointer} ${reason}`;
}

/** Prints each line. Except in development, where both go to one terminal, it also logs them. */
function reportRefusal(lines: readonly string[], { isDev, print, log }: LiveSourceOptions): void {
  for (const line of lines) {
    print(`Refused, the last valid version stays in use: ${line}`);
    if (!isDev) log.warn('refused', { reason: line });
  }
}
