import { type ReactNode, startTransition, useEffect } from 'react';
import { type HydrationOptions, hydrateRoot } from 'react-dom/client';
import { clickIfMoved } from '../contact/form/moved-button.ts';
import { createControlRestorer, recordEntered } from '../contact/hydration/control-restorer.ts';
import type { HydrationContext } from '../contact/hydration/hydrate-on-intent.ts';
import {
  createValidatorSource,
  importWithRetry,
  isOpenedByButton,
  loadOpeningModules,
  type Validators,
} from '../contact/index.ts';
import type { FetchedPageData } from './current-page.ts';
import { type InlinePageData, mergePageData, type PageData } from './data.ts';
import { getPageSectionProps, PageForm } from './form.tsx';
import { type PackedSharedData, unpackSharedData } from './shared-data.ts';

export interface FormHydration extends HydrationContext {
  /** The element that contains the server-rendered form. */
  readonly root: HTMLElement;
  /** The data in the page. */
  readonly page: InlinePageData;
}

/**
 * Hydrates the server-rendered form of a page; the rest of the page is static. Resolves when visitors can use it,
 * or if it may not be hydrated. Rejects if something cannot be loaded, or if the form cannot be rendered: it then
 * stays as the server rendered it, and can be posted.
 */
export async function hydrateForm({ root, page, mayHydrate, repeatLostPress }: FormHydration): Promise<void> {
  const hydrating = new AbortController();
  // A press may begin when it is certain that the form is hydrated, and end when that has moved its button.
  root.addEventListener('mousedown', clickIfMoved, { capture: true, signal: hydrating.signal });
  // Without everything with which the server rendered, the markup would not match.
  const hydrationData = await loadHydrationData(page);
  if (!(await mayHydrate())) return;
  await new Promise<void>((resolve, reject) => {
    const options = preserveEntered(root, repeatLostPress, reject);
    // React hydrates in slices, between which the page can scroll and take text.
    startTransition(
      () =>
        void hydrateRoot(
          root,
          <HydrationObserver onHydrated={resolve}>
            <PageForm {...hydrationData} />
          </HydrationObserver>,
          options,
        ),
    );
  });
  hydrating.abort();
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
  await loadOpeningModules(getPageSectionProps(data, validators), isOpenedByButton(data.form));
  return { data, validators };
}

/**
 * Returns the given inline data and the shared data, which it loads. If no server has that any more, the page
 * would be rendered differently now, so its current data is fetched and returned instead. Rejects if there is
 * none.
 */
async function loadSharedData(note: InlinePageData): Promise<FetchedPageData> {
  try {
    return { note, part: await importSharedData(note.part) };
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

/** Renders its children, and calls `onHydrated` once scripts handle what they rendered. */
function HydrationObserver({
  onHydrated,
  children,
}: {
  readonly onHydrated: () => void;
  readonly children: ReactNode;
}): ReactNode {
  useEffect(() => {
    // After this effect React renders what only pages with scripts have.
    setTimeout(onHydrated);
  }, [onHydrated]);
  return children;
}

/**
 * Returns hydration options that preserve entered values if hydration fails. A browser extension may have
 * changed the markup (a translation, buttons beside fields), or another version may have rendered it. React
 * then renders the form again, and the state of the former controls is copied to the new ones. A press that
 * would be lost in between is repeated (`repeatLostPress`). If the form cannot be rendered at all, the
 * server's markup is restored, so that it can be posted, and `onFailed` is called.
 */
function preserveEntered(
  root: HTMLElement,
  repeatLostPress: HydrationContext['repeatLostPress'],
  onFailed: (error: unknown) => void,
): HydrationOptions {
  const serverNodes = [...root.childNodes];
  const restoreControls = createControlRestorer(root);
  const restoreEntered = recordEntered(root);
  return {
    /**
     * Logs the error, copies the state of removed controls and restores the focus. In a long form, a single
     * chunk may be rendered again. If all of the form was, repeats a lost press.
     */
    onRecoverableError(error) {
      console.warn('React has mended an error:', error);
      restoreControls();
      if (!serverNodes.some((node) => node.isConnected)) repeatLostPress();
    },
    /** Logs the error and restores the server's markup. */
    onUncaughtError(error) {
      console.error('The form can only be posted:', error);
      root.replaceChildren(...serverNodes);
      // Later the recorded values would be old.
      if (root.dataset.hydration === 'hydrating') restoreEntered();
      onFailed(error);
    },
  };
}
