import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsHydrating } from '#widgets';
import { fetchEarly } from '../../contact/hydration/fetch-early.ts';
import { hydrateOnIntent, type WaitingForm } from '../../contact/hydration/hydrate-on-intent.ts';
import type { FormContent } from './fetch-form.ts';

/**
 * The time at which a section that a server has rendered becomes interactive: `load` is with its page, `intent`
 * when a visitor is about to use it.
 */
export type HydrationMode = 'load' | 'intent';

/** Delays the hydration of a section. */
export interface HydrationDelay {
  /**
   * Called when React tries to hydrate the section. Returns a promise that it must wait for with `use`; undefined on a
   * server.
   */
  readonly getPromise: () => Promise<void> | undefined;
  /** Called when the section is in the page and scripts handle it. */
  readonly reportHydrated: () => void;
}

export interface SectionHydration {
  /** The element that contains the section. */
  readonly host: RefObject<HTMLDivElement | null>;
  /** Undefined if nothing is delayed: the page is rendered by the browser, or the mode is `load`. */
  readonly delay: HydrationDelay | undefined;
  /**
   * True until the section is hydrated. It must be rendered with the first props until then: React would replace a
   * section that is updated before.
   */
  readonly isDelayed: boolean;
}

export interface SectionHydrationOptions {
  readonly mode: HydrationMode;
  /** The form. Undefined if none is rendered. */
  readonly content: FormContent | undefined;
  readonly sectionName: string | undefined;
  /** Loads the modules that rendering the form needs. Never rejects. */
  readonly prepareForm: (content: FormContent) => Promise<void>;
}

/**
 * Delays the hydration of a section that a server has rendered until a visitor is about to use it, if the mode is
 * `intent`. Another form, name or mode hydrates it without an intent.
 */
export function useSectionHydration(options: SectionHydrationOptions): SectionHydration {
  const { mode, content, sectionName } = options;
  const isHydrating = useIsHydrating();
  const host = useRef<HTMLDivElement>(null);
  const [first] = useState(options);
  const [delay] = useState(() =>
    isHydrating && mode === 'intent' && content !== undefined ? createDelay() : undefined,
  );
  const [isDelayed, setIsDelayed] = useState(delay !== undefined);
  const isChanged = mode === 'load' || content !== first.content || sectionName !== first.sectionName;

  // Before React tries to hydrate the section, which it does after the component around it.
  useLayoutEffect(() => {
    const root = host.current;
    const { content, prepareForm } = first;
    if (!delay || !root || !content) return;
    const load = () => prepareForm(content);
    const form = hydrateOnIntent(root, {
      hasAnswer: false,
      isPostable: false,
      hydrate: async ({ mayHydrate }) => {
        await load();
        if (!(await mayHydrate())) return;
        delay.end();
        await delay.hydrated;
      },
    });
    delay.begin(form, () => root.dataset.hydration === 'waiting');
    void fetchEarly(root, load);
    return form.stop;
  }, [delay, first]);

  const isRemoved = content === undefined;
  useEffect(() => {
    if (!isDelayed || !isChanged) return;
    if (isRemoved) setIsDelayed(false);
    else delay?.start();
  }, [delay, isDelayed, isChanged, isRemoved]);

  useEffect(() => {
    void delay?.hydrated.then(() => {
      delay.start();
      setIsDelayed(false);
    });
  }, [delay]);

  return { host, delay, isDelayed };
}

/** Creates a delay, which begins with `begin` and lasts until `end`. */
function createDelay() {
  const [promise, resolve] = createPromise();
  const [hydrated, resolveHydrated] = createPromise();
  let form: WaitingForm | undefined;
  let isUntouched = () => false;
  let tries = 0;

  /** Lets React hydrate the section. The status of the promise is the one that React sets: `use` does not suspend. */
  function end(): void {
    Object.assign(promise, { status: 'fulfilled', value: undefined });
    resolve();
  }

  return {
    begin: (waitingForm: WaitingForm, isWaiting: () => boolean) => {
      form = waitingForm;
      isUntouched = isWaiting;
    },
    end,
    start: () => form?.start(),
    hydrated,
    getPromise: () => {
      if (form === undefined) return undefined;
      tries += 1;
      // React tries again at a touch, or because a context of the page has changed. A section that is not hydrated then
      // would be replaced, and a transition of the page would wait for it.
      if (tries > 1 && isUntouched()) end();
      return promise;
    },
    // After an effect React renders what only pages with scripts have.
    reportHydrated: () => void setTimeout(resolveHydrated),
  };
}

function createPromise(): readonly [Promise<void>, () => void] {
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return [promise, resolve];
}
