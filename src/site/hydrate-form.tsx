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

/** Hydrates the server-rendered form, if the page has one; the rest of the page is static. */
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

/** Loads the data of the page and the modules that its first render needs. */
async function loadHydrationData(renderedData: InlinePageData): Promise<HydrationData> {
  const { note, part } = await loadSharedData(renderedData);
  const validators = createValidatorSource(note.form.validators);
  const data = mergePageData(note, unpackSharedData(part));
  const { placement, isOpened } = data.form;
  await loadOpeningModules(getPageSectionProps(data, validators), placement === 'modal' && !isOpened);
  return { data, validators };
}

/**
 * Loads the shared data. If no server has it any more, the page would be rendered differently now, so its
 * current data is used instead.
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

async function importSharedData(address: string): Promise<PackedSharedData> {
  const { default: part } = (await importWithRetry(address)) as { readonly default: PackedSharedData };
  return part;
}

/**
 * Hydrates after everything is loaded with which the server rendered; otherwise the markup would not match.
 * Until then the page works without scripts. If loading fails, it is tried again when the form is focused.
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
  const hydrate = (page: HydrationData) => {
    const hydrateNow = () => void hydrateRoot(root, <PageForm {...page} />, preserveEntered(root, lastPress));
    if (isLong) startTransition(hydrateNow);
    else hydrateNow();
  };
  load().then(hydrate, (error: unknown) => {
    console.error('Cannot load what draws the form:', error);
    root.addEventListener('focusin', () => hydrateWhenLoaded(load, root, lastPress), { once: true });
  });
}
