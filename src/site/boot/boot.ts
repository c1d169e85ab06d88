import { fetchEarly } from '../../contact/hydration/fetch-early.ts';
import { hydrateOnIntent } from '../../contact/hydration/hydrate-on-intent.ts';
import type * as client from '../client.tsx';
import type * as data from '../data.ts';
import { unblockPaintLater } from './late-styles.ts';
import { createModuleFiles } from './module-files.ts';

/**
 * The only script that every page with a form runs (docs/decisions/hydration-on-intent.md). It imports nothing
 * that the form's modules import: the build would put that into their chunk.
 */

// The types guarantee that these are the values of the other modules.
const dataId: typeof data.dataId = 'slipway-data';
const formId: typeof data.formId = 'slipway-form';

unblockPaintLater();
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', bootForm);
else bootForm();

/** Has the form hydrated when a visitor is about to use it. Does nothing if the page has no form. */
function bootForm(): void {
  const root = document.getElementById(formId);
  const text = document.getElementById(dataId)?.textContent;
  if (root === null || !text) return;
  const page = JSON.parse(text) as data.InlinePageData;
  const { worker } = page;
  const files = createModuleFiles([...page.modules, page.part]);
  hydrateOnIntent(root, {
    hasAnswer: page.form.answer !== undefined,
    isPostable: true,
    hydrate: async (context) => {
      await files.fetch('high');
      const [script = ''] = page.modules;
      const { hydrateForm } = (await import(/* @vite-ignore */ script)) as typeof client;
      await hydrateForm({ ...context, root, page });
    },
  });
  void fetchEarly(root, () => files.fetch('low'));
  // The page's own scripts run before `load`. Without this module the page works as well.
  if (worker) addEventListener('load', () => import(/* @vite-ignore */ worker).catch(() => {}));
}
