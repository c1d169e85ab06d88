import { isInside } from './event-target.ts';
import { createHeldPresses, submitsFiles } from './held-presses.ts';
import { intentEvents, retryEvents, shouldHydrateAtOnce } from './hydration-time.ts';
import { addPastedImages } from './pasted-images.ts';
import { readOpenedForm, waitingEvent } from './read-opened-form.ts';
import { findCurrentControl, type LocatedControl, locateControl } from './replaced-controls.ts';
import { trackPresses } from './track-presses.ts';

export interface IntentHydration {
  /** True if the page contains answers: those of a saved link, for example. */
  readonly hasAnswer: boolean;
  /** True if the browser can post the form to its server. Otherwise presses wait until the form is hydrated. */
  readonly isPostable: boolean;
  /**
   * Loads what hydration needs, awaits `mayHydrate` and, if that is true, hydrates. Resolves when the hydrated form
   * is in the page, or at once if it may not be hydrated. Rejects if the form stays as the server rendered it.
   */
  readonly hydrate: (context: HydrationContext) => Promise<void>;
}

export interface HydrationContext {
  /**
   * Called when everything is loaded. Resolves to false if the form must stay as it is, because the browser is
   * leaving the page.
   */
  readonly mayHydrate: () => Promise<boolean>;
  /** Called when React has rendered all of the form again, so that a press of a moment ago is not lost. */
  readonly repeatLostPress: () => void;
}

/** A form that waits for an intent. */
export interface WaitingForm {
  /** Hydrates the form without an intent. Does nothing if it is being hydrated, or was. */
  readonly start: () => void;
  /** Stops waiting: the form is not hydrated any more, unless that has begun. For forms that are removed. */
  readonly stop: () => void;
}

/**
 * The state of a form that a server has rendered, in the attribute `data-hydration` of its root. `left`: the
 * browser posts it or opens a link; hydrated meanwhile, it could be sent twice. `failed`: a module could not be
 * loaded, and a later touch tries again. `plain`: it cannot be rendered.
 */
type HydrationState = 'waiting' | 'loading' | 'hydrating' | 'done' | 'left' | 'failed' | 'plain';

/** The time in ms after which a press no longer waits for hydration, and the browser handles it. */
const pressPatienceMs = 2_000;

/** The time in ms after which React has certainly failed to hydrate, for example because a script broke a built-in. */
const renderPatienceMs = 10_000;

/**
 * Hydrates a form at the first sign that a visitor is about to use it, after the next paint. Values, focus and
 * selection stay in the elements, which hydration keeps; presses that need scripts are held until then, and
 * repeated. If hydration takes too long or fails, the browser posts the form instead. After a failure a later
 * touch tries again. A form that must not wait (`shouldHydrateAtOnce`) is hydrated without a touch.
 */
export function hydrateOnIntent(
  root: HTMLElement,
  { hasAnswer, isPostable, hydrate }: IntentHydration,
): WaitingForm {
  const listening = new AbortController();
  const { signal } = listening;
  let state: HydrationState = 'waiting';
  let attempts = 0;
  let focusedControl: LocatedControl | undefined;
  let pressTimer: ReturnType<typeof setTimeout> | undefined;
  const presses = trackPresses(root, signal);
  const held = createHeldPresses(root, () => {
    // Further presses, of an impatient visitor, do not prolong the time.
    if (isPostable) pressTimer ??= setTimeout(() => state === 'loading' && giveUp('left'), pressPatienceMs);
  });

  function setState(next: HydrationState): void {
    if (next !== 'loading') {
      clearTimeout(pressTimer);
      pressTimer = undefined;
    }
    state = next;
    root.dataset.hydration = next;
  }

  /**
   * Stops hydrating, and lets the browser handle the held presses.
   * @param next The state if none of them leaves the page.
   */
  function giveUp(next: HydrationState): void {
    setState(releaseHeld() ? 'left' : next);
  }

  /** Lets the browser handle the held presses, if it can. Returns true if it thereby leaves the page. */
  function releaseHeld(): boolean {
    if (!isPostable) held.drop();
    return held.release();
  }

  /** Starts hydration at an intent, and holds presses until it is done. */
  function handleEvent(event: Event): void {
    if (!isInside(event, root)) return;
    if (state === 'waiting' || (state === 'failed' && retryEvents.includes(event.type))) void start();
    // A browser posts files with the form. Scripts would send the form after they have uploaded the files, too late for
    // this press.
    if (state === 'loading' && isPostable && submitsFiles(event)) {
      held.drop();
      setState('left');
      return;
    }
    // React handles events as soon as it hydrates, but not before those that are held.
    if (state === 'loading' || !held.isEmpty()) held.hold(event);
  }

  /** Loads and hydrates the form. Never rejects: a failure to load is logged, one to render by `hydrate`. */
  async function start(): Promise<void> {
    attempts += 1;
    const attempt = attempts;
    setState('loading');
    try {
      await awaitPaint();
      const mayHydrate = async () => {
        await presses.isReleased();
        if (state !== 'loading' || attempt !== attempts || signal.aborted) return false;
        const focused = root.querySelector<HTMLElement>(':focus');
        focusedControl = focused === null ? undefined : locateControl(focused, root);
        setState('hydrating');
        pressTimer = setTimeout(() => {
          releaseHeld();
          setState('plain');
        }, renderPatienceMs);
        return true;
      };
      await hydrate({ mayHydrate, repeatLostPress: presses.repeatLost });
      if (state === 'hydrating') await finish();
    } catch (error) {
      if (state === 'hydrating') giveUp('plain');
      if (state !== 'loading' || attempt !== attempts) return;
      console.error('Cannot load what draws the form:', error);
      giveUp('failed');
    }
  }

  /** Restores the focus of a control that was replaced, repeats the held presses, and stops listening. */
  async function finish(): Promise<void> {
    const isFocusLost =
      focusedControl?.element.isConnected === false && document.activeElement === document.body;
    if (focusedControl && isFocusLost)
      findCurrentControl(focusedControl, root)?.focus({ preventScroll: true });
    presses.repeatLost();
    await held.repeat();
    setState('done');
    listening.abort();
  }

  setState('waiting');
  // The window is the first to get an event. React stops events of forms that are not hydrated at the element of its
  // root, which may be the document. A listener that may stop `touchstart` would delay scrolling.
  for (const type of intentEvents)
    addEventListener(type, handleEvent, { capture: true, passive: type === 'touchstart', signal });
  document.addEventListener('paste', (event) => addPastedImages(root, event), { signal });
  const startIfWaiting = () => {
    if (state === 'waiting') void start();
  };
  // The browser has restored a page that was left by a post (back-forward cache).
  const handleRestoredPage = ({ persisted }: PageTransitionEvent) => {
    if (persisted && state === 'left') setState('waiting');
  };
  addEventListener('pageshow', handleRestoredPage, { signal });
  /** Hydrates the form if it must not wait. Browsers restore what was entered before `pageshow`. */
  const checkForm = () => {
    if (shouldHydrateAtOnce({ ...readOpenedForm(root), hasAnswer })) startIfWaiting();
  };
  checkForm();
  for (const type of ['pageshow', 'hashchange', waitingEvent]) addEventListener(type, checkForm, { signal });
  return { start: startIfWaiting, stop: () => listening.abort() };
}

/** Resolves after the next paint, so that the feedback of a press is not delayed. Hidden pages paint nothing. */
function awaitPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}
