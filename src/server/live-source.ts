import type { Form } from '#engine';
import { StartError } from './config/config.ts';
import type { AskedByForm } from './content/check-references.ts';
import type { Content } from './content/content.ts';
import { readContent } from './content/read-content.ts';
import type { FormStore, FormVersion } from './documents/form-store.ts';
import { loadForm } from './documents/load-form.ts';
import { markOf, pollFolder } from './files/poll-folder.ts';
import { watchFolder } from './files/watch-folder.ts';
import type { Log } from './log/log.ts';

/** What people write: the documents, whose forms go to the form store, and the content. */
export interface LiveSource {
  readonly content: () => Content;
  /** Tells of what is saved; gives nothing, for it lasts as long as the server. */
  readonly onSave: (listener: SaveListener) => void;
  readonly stop: () => void;
}

/** Hears of files that were saved; what it has no function for it does not hear. */
export interface SaveListener {
  /** A change was taken up. */
  readonly reload?: () => void;
  /** Documents were saved: they were taken up, or refused, which has been reported by then. */
  readonly check?: (given: { readonly isReported: boolean }) => void;
  /** Content was saved: what keeps it from being taken up, line by line; none where it was. */
  readonly content?: (refused: readonly string[]) => void;
}

/** What is read before anything is opened. */
export interface Written {
  readonly form: FormVersion;
  readonly content: Content;
  /** Of the content's folder, before it was read. */
  readonly contentMark: string;
}

/** Where it is read from. */
interface WrittenFolders {
  readonly schemasFolder: string;
  readonly contentFolder: string;
}

/** Where it is read from, and where it goes. */
export interface LiveSourceOptions extends WrittenFolders {
  readonly forms: FormStore;
  /** What was read already, and taken up. */
  readonly written: Written;
  /** Takes up changes of documents too, and at once. */
  readonly isDev: boolean;
  readonly print: (line: string) => void;
  readonly log: Log;
}

/** Editors save in several steps, and so do those who copy a folder. */
const debounceMs = { editors: 80, copies: 500 };

/** How soon a running server sees that its content is another. */
const lookMs = 1000;

/**
 * Reads documents and content, which has yet to be held against the form that visitors get.
 * @throws StartError with a line for every problem there is.
 */
export async function readWritten({ schemasFolder, contentFolder }: WrittenFolders): Promise<Written> {
  const form = await loadForm(schemasFolder);
  const contentMark = await markOf(contentFolder);
  const first = await readContent(contentFolder);
  const lines = [form, first].flatMap((loaded) => (loaded.ok ? [] : loaded.lines));
  if (!form.ok || !first.ok) throw new StartError(lines);
  return { form, content: first.content, contentMark };
}

/** What keeps the content of a folder from standing beside a form, line by line. */
export async function misfits(contentFolder: string, form: Form): Promise<readonly string[]> {
  const loaded = await readContent(contentFolder, askedBy(form));
  return loaded.ok ? [] : loaded.lines;
}

/**
 * Goes on to read the content as it is saved, in development the documents too: what does not do is told, and the last good one keeps
 * serving.
 */
export function createLiveSource(options: LiveSourceOptions): LiveSource {
  const { schemasFolder, contentFolder, forms, written, isDev, log } = options;
  let { content } = written;
  const listeners: SaveListener[] = [];
  let isRefused = false;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other, so that nothing older is taken up after something newer. Resolves with whether it was taken up. */
  function reload(what: 'documents' | 'content'): Promise<boolean> {
    const next = last.then(() => reloadNow(what));
    last = next.catch(() => undefined);
    return next;
  }

  async function reloadNow(what: 'documents' | 'content'): Promise<boolean> {
    const loaded =
      what === 'documents'
        ? await loadForm(schemasFolder)
        : await readContent(contentFolder, askedBy(forms.current().form));
    if (what === 'content') isRefused = !loaded.ok;
    if (what === 'content') for (const { content } of listeners) content?.(loaded.ok ? [] : loaded.lines);
    if (!loaded.ok) {
      refuse(loaded.lines, options);
      return false;
    }
    if ('content' in loaded) content = loaded.content;
    else await forms.deploy(loaded);
    log.info('reloaded', { reason: what, formHash: forms.current().form.hash });
    for (const { reload } of listeners) reload?.();
    return true;
  }

  async function takeUpDocuments(): Promise<void> {
    const isTakenUp = await reload('documents');
    // What was refused has been reported already.
    for (const { check } of listeners) check?.({ isReported: !isTakenUp });
  }

  const onFailure = (error: unknown) => log.error('reload-failed', error);
  const watch = (folder: string, onChange: () => Promise<void>) =>
    watchFolder({ folder, debounceMs: debounceMs.editors, onChange, onFailure });
  // What it asked for may be there by now.
  const endHearing = forms.onLive(() => {
    if (isRefused) reload('content').catch(onFailure);
  });
  const takeUpContent = async () => {
    await reload('content');
  };
  const ofContent = { folder: contentFolder, onChange: takeUpContent, onFailure };
  const stops = isDev
    ? [watch(schemasFolder, takeUpDocuments), watch(contentFolder, ofContent.onChange)]
    : [
        pollFolder({
          ...{ ...ofContent, everyMs: lookMs, debounceMs: debounceMs.copies },
          known: written.contentMark,
        }),
      ];
  return {
    content: () => content,
    onSave: (listener) => listeners.push(listener),
    stop() {
      endHearing();
      for (const stop of stops) stop();
    },
  };
}

function askedBy({ types, rules }: Form): AskedByForm {
  const named = rules.flatMap(({ id, then: { recipient } }) =>
    typeof recipient === 'string' || typeof recipient === 'number' ? [[id, String(recipient)] as const] : [],
  );
  const destinations = rules.flatMap(({ id, then }) =>
    (then.destinations ?? []).map((to) => [id, to] as const),
  );
  return { services: new Set(types.map(({ key }) => key)), recipients: new Map(named), destinations };
}

/** Reports each line; in development, where both go to one terminal, once. */
function refuse(lines: readonly string[], { isDev, print, log }: LiveSourceOptions): void {
  for (const line of lines) {
    print(`Refused, the last good one keeps serving: ${line}`);
    if (!isDev) log.warn('refused', { reason: line });
  }
}
