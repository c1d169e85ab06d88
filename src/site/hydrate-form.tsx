import { type ReactNode, startTransition, useEffect } from 'react';
import { type HydrationOptions, hydrateRoot } from 'react-dom/client';
import { createControlRestorer } from '../contact/hydration/control-restorer.ts';
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
export async function hydrateForm({ root, page, mayHydrate, getLastPress }: FormHydration): Promise<void> {
  // Without everything with which the server rendered, the markup would not match.
  const hydrationData = await loadHydrationData(page);
  if (!(await mayHydrate())) return;
  await new Promise<void>((resolve, reject) => {
    const options = preserveEntered(root, getLastPress, reject);
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

const submitSelector = '[type="submit"]';

/**
 * Returns hydration options that preserve entered values if hydration fails. A browser extension may have
 * changed the markup (a translation, buttons beside fields), or another version may have rendered it. React
 * then renders the form again, and the state of the former controls is copied to the new ones. A press on the
 * submit button, which would be lost in between, is repeated. If the form cannot be rendered at all, the
 * server's markup is restored, so that it can be posted, and `onFailed` is called.
 */
function preserveEntered(
  root: HTMLElement,
  getLastPress: HydrationContext['getLastPress'],
  onFailed: (error: unknown) => void,
): HydrationOptions {
  const serverNodes = [...root.childNodes];
  const restoreControls = createControlRestorer(root);
  let isRenderedAgain = false;
  return {
    /**
     * Logs the error, copies the state of removed controls and restores the focus. In a long form, a single
     * chunk may be rendered again. If all of the form was, repeats a lost press, once.
     */
    onRecoverableError(error) {
      console.warn('React has mended an error:', error);
      restoreControls();
      if (isRenderedAgain || serverNodes.some((node) => node.isConnected)) return;
      isRenderedAgain = true;
      repeatPress(getLastPress(), root);
    },
    /** Logs the error and restores the server's markup. */
    onUncaughtError(error) {
      console.error('The form can only be posted:', error);
      root.replaceChildren(...serverNodes);
      onFailed(error);
    },
  };
}

/**
 * Repeats a press on a submit button that was removed before the press ended, as a click on the new button.
 * Does nothing if the last press was on something else, or has ended.
 */
function repeatPress(press: Event | undefined, root: HTMLElement): void {
  const button = root.querySelector<HTMLElement>(submitSelector);
  const pressed = (press?.target as Element | undefined)?.closest(submitSelector);
  if (!press || !button || pressed?.isConnected !== false) return;
  /** Clicks the new button after the current event. */
  const click = () => setTimeout(() => button.click());
  if (press.type === 'pointerdown')
    addEventListener('pointerup', ({ target }) => button.contains(target as Node) && click(), { once: true });
  else if (press.eventPhase) click();
}
