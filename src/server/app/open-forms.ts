import { join } from 'node:path';
import type { ContentBase } from '../forms/content/raw-content.ts';
import { readOwnedContent } from '../forms/content/read-content.ts';
import { findRequirements } from '../forms/content/requirements.ts';
import { toUtcDay } from '../forms/content/visit.ts';
import { compileInThread } from '../forms/documents/compile-in-thread.ts';
import type { CheckDeployment } from '../forms/documents/deploy-folder.ts';
import { type FormStore, openFormStore } from '../forms/documents/form-store.ts';
import { loadCopies } from '../forms/sources/content-sources.ts';
import { StartError } from '../platform/config/config.ts';
import { listPresetWarnings } from '../preset/content.ts';
import type { Store } from '../store/store.ts';
import { refuseDue } from '../studio/refuse-due.ts';
import type { Closers } from './closers.ts';
import { createLiveSource, type LiveSource, type LoadedSource } from './live-source.ts';
import { createStartErrorThrower, type ServerContext } from './server-context.ts';

/** The versions of the form and the content that is live. */
export interface LiveForms {
  readonly forms: FormStore;
  readonly source: LiveSource;
}

/**
 * Opens the form store, deploys the documents of the folder, and returns the store with a live source of
 * forms and content. Prints and logs warnings: of content that is not valid for the live version, of sites
 * whose enquiries have no recipient, and of several types of which the content lists none.
 * @throws StartError if the deployed documents do not fit the content.
 */
export async function openForms(
  context: ServerContext,
  { written, store }: { readonly written: LoadedSource; readonly store: Store },
  closers: Closers,
): Promise<LiveForms> {
  const { config, settings, contentFolder: folder, now, log, print } = context;
  const forms = openFormStore({
    store,
    leftFolder: join(config.dataFolder, 'forms'),
    now,
    log,
    compileInThread,
    refuseDue: (due) => refuseDue(store, due),
    retainedMs: settings.ticket.maxAgeMs,
  });
  closers.add(forms.stop);
  const copies = await loadCopies(store).catch(createStartErrorThrower('the copies in the database'));
  let content: ContentBase = { ...written.content, copies };
  /**
   * Throws a `StartError` with a line for each problem if the content of the folder and of documents does not
   * fit the form of these.
   */
  const requireFittingContent: CheckDeployment = async (form, documents) => {
    const requirements = findRequirements(form);
    const read = readOwnedContent(written.content, { requirements, documents, folder });
    // What a page names may exist only in a copy.
    const copied = read.ok ? read : readOwnedContent(content, { requirements, documents, folder });
    if (!copied.ok) throw new StartError(copied.lines);
  };
  await forms
    .deploy(written.form, requireFittingContent)
    .catch(createStartErrorThrower('the versions in the database'));
  const documents = forms.documents();
  const { form } = forms.current();
  let live = readOwnedContent(content, { documents, folder });
  if (!live.ok) {
    // Copies that do not fit a changed folder must not prevent a start that is possible without them.
    for (const line of live.lines) log.warn('content-copy-misfits', { reason: line });
    content = written.content;
    live = readOwnedContent(content, { documents, folder });
  }
  if (!live.ok) throw new StartError(live.lines);
  // A version that was published in the studio may need content that is missing. This must not prevent a
  // start.
  const fitting = readOwnedContent(content, {
    requirements: findRequirements(form),
    documents,
    folder,
  });
  for (const line of fitting.ok ? [] : fitting.lines) {
    print(`Starts with content that does not fit the live version: ${line}`);
    log.warn('content-misfits', { reason: line });
  }
  for (const warning of listPresetWarnings(form, live.content, toUtcDay(now()))) {
    print(`Starts, but ${warning.message}`);
    log.warn('site-without-recipient', warning.logged);
  }
  if (form.types.length > 1 && live.content.enquiryTypes.length === 0) {
    print(
      'Starts, but no page offers an enquiry type: list them in enquiry-types.json, in the folder of SLIPWAY_CONTENT',
    );
    log.warn('no-type-offered');
  }
  const source = createLiveSource({ ...context, forms, content: live, contentMark: written.contentMark });
  closers.add(source.stop);
  return { forms, source };
}
