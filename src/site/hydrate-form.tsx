import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  createValidatorSource,
  importWithRetry,
  loadOpeningModules,
  type Validators,
} from '../contact/index.ts';
import type { FetchedPageData } from './current-page.ts';
import { dataId, formId, type InlinePageData, mergePageData, type PageData } from './data.ts';
import { getPageSectionProps, PageForm } from './form.tsx';
import { type LastPress, preserveEntered, recordPresses } from './preserve-entered.ts';
import { getLoadedSharedData, type PackedSharedData, unpackSharedData } from './shared-data.ts';

/**
 * Starts to hydrate the server-rendered form and returns at once. Does nothing if the page has no form or no
 * data for it. The rest of the page is static.
 */
export function hydrateForm(): void {
  const root = document.getElementById(formId);
  const text = document.getElementById(dataId)?.textContent;
  if (root === null || !text) return;
  const note = JSON.parse(text) as InlinePageData;
  hydrateWhenLoaded(() => loadHydrationData(note), root, recordPresses(root));
}

interface HydrationData {
  readonly data: PageData;
  readonly validators: Validators;
}

/**
 * Loads the shared data and the modules that the first render needs. Rejects if something cannot be loaded.
 */
async function loadHydrationData(renderedData: InlinePageData): Promise<HydrationData> {
  const { note, part } = await loadSharedData(renderedData);
  const validators = createValidatorSource(note.form.validators);
  const data = mergePageData(note, unpackSharedData(part));
  const { placement, isOpened } = data.form;
  await loadOpeningModules(getPageSectionProps(data, validators), placement === 'modal' && !isOpened);
  return { data, validators };
}

/**
 * Returns the given inline data and the shared data, which it loads. If no server has that any more, the page
 * would be rendered differently now, so its current data is fetched and returned instead. Rejects if there is
 * none.
 */
async function loadSharedData(note: InlinePageData): Promise<FetchedPageData> {
  try {
    return { note, part: getLoadedSharedData() ?? (await importSharedData(note.part)) };
  } catch (error) {
    const { fetchCurrentPage } = await import('./current-page.ts');
    const current = await fetchCurrentPage(note, importSharedData);
    if (current === undefined) throw error;
    return current;
  }
}

/** Imports the module of the shared data. Rejects if that fails; the next call requests it anew. */
async function importSharedData(address: string): Promise<PackedSharedData> {
  const { default: part } = (await importWithRetry(address)) as { readonly default: PackedSharedData };
  return part;
}

/**
 * Hydrates after everything is loaded with which the server rendered; otherwise the markup would not match.
 * Until then the page works without scripts. If loading fails, this is logged, and it is tried again when an
 * element of the form is focused.
 */
function hydrateWhenLoaded(
  load: () => Promise<HydrationData>,
  root: HTMLElement,
  lastPress: LastPress,
): void {
  // A long form is hydrated in chunks. Everything around them, including the plan of all fields, would still
  // block a phone, so it is hydrated in slices between which the page can scroll. Short forms are hydrated
  // without slices, which would only delay them.
  const isLong = root.querySelector('.sw-fields--part') !== null;
  /** Hydrates the form, in slices if it is long. */
  const hydrate = (page: HydrationData) => {
    /** Starts the hydration by React. */
    const hydrateNow = () => void hydrateRoot(root, <PageForm {...page} />, preserveEntered(root, lastPress));
    if (isLong) startTransition(hydrateNow);
    else hydrateNow();
  };
  load().then(hydrate, (error: unknown) => {
    console.error('Cannot load what draws the form:', error);
    root.addEventListener('focusin', () => hydrateWhenLoaded(load, root, lastPress), { once: true });
  });
}
