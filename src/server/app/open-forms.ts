import { join } from 'node:path';
import type { Form } from '#engine';
import { toUtcDay } from '../forms/content/visit.ts';
import { compileInThread } from '../forms/documents/compile-in-thread.ts';
import { type FormStore, openFormStore } from '../forms/documents/form-store.ts';
import { StartError } from '../platform/config/config.ts';
import { listPresetWarnings } from '../preset/content.ts';
import type { Store } from '../store/store.ts';
import { refuseDue } from '../studio/refuse-due.ts';
import type { Closers } from './closers.ts';
import { createLiveSource, findContentProblems, type LiveSource, type LoadedSource } from './live-source.ts';
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
  const { config, settings, contentFolder, now, log, print } = context;
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
  /**
   * Reads the content, and throws a `StartError` with a line for each problem if it does not fit the form.
   */
  const requireValidContent = async (form: Form) => {
    const lines = await findContentProblems(contentFolder, form);
    if (lines.length > 0) throw new StartError(lines);
  };
  await forms
    .deploy(written.form, requireValidContent)
    .catch(createStartErrorThrower('the versions in the database'));
  // A version that was published in the studio may need content that is missing. This must not prevent a
  // start.
  for (const line of await findContentProblems(contentFolder, forms.current().form)) {
    print(`Starts with content that does not fit the live version: ${line}`);
    log.warn('content-misfits', { reason: line });
  }
  for (const warning of listPresetWarnings(forms.current().form, written.content, toUtcDay(now()))) {
    print(`Starts, but ${warning.message}`);
    log.warn('site-without-recipient', warning.logged);
  }
  if (forms.current().form.types.length > 1 && written.content.enquiryTypes.length === 0) {
    print(
      'Starts, but no page offers an enquiry type: list them in enquiry-types.json, in the folder of SLIPWAY_CONTENT',
    );
    log.warn('no-type-offered');
  }
  const source = createLiveSource({ ...context, forms, written });
  closers.add(source.stop);
  return { forms, source };
}
