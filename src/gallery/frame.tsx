import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { textDirection } from '#engine';
import { allExamples } from '#widgets/testing/all-examples.ts';
import { listExampleStates } from '#widgets/testing/example-states.ts';
import { loadForExamples } from '#widgets/testing/example-view.tsx';
import type { StateName } from '#widgets/testing/widget-examples.ts';
import { WidgetStates } from '#widgets/testing/widget-states.tsx';
import { buildAccessibilityTree, findViolations } from './accessibility-tree.ts';
import { type FromFrame, readFrameMessage, type ToFrame } from './messages.ts';
import { parseShownExample, type ShownExample } from './shown-example.ts';
import './styles/frame.css';

/**
 * Milliseconds without a change before a report: longer than lazy widgets take to load and than the pauses
 * between keys.
 */
const settleMs = 300;

/** True if the page is in a frame of the gallery, false if it is opened by itself. */
const isFramed = parent !== window;

/**
 * Renders every state of a widget. The example comes from the page's address, then from messages of the
 * gallery, to which it reports that it is ready.
 */
function Frame(): ReactNode {
  const [shown, setShown] = useState(() => parseShownExample(new URLSearchParams(location.search)));
  useEffect(() => {
    /** Shows the example of a message from the gallery. Messages of other senders are ignored. */
    const onMessage = (event: MessageEvent) => {
      const message = readFrameMessage<ToFrame>(event, parent);
      if (isFramed && message) setShown(message.shown);
    };
    addEventListener('message', onMessage);
    postToGallery({ kind: 'ready' });
    return () => removeEventListener('message', onMessage);
  }, []);
  useHeightReports();
  useLanguageAndTheme(shown);
  useScrollIntoView(shown);
  useAccessibilityReports(shown);
  const { widget, locale, state, edited } = shown;
  const examples = allExamples
    .filter((one) => one.widget === widget)
    .flatMap(listExampleStates)
    .map((example) => (example.state === state && edited ? { ...example, ...edited } : example));
  return (
    <main aria-label={widget}>
      <WidgetStates
        key={`${widget} ${locale}`}
        examples={examples}
        locale={locale}
        captionOf={(one) => <Caption state={one.state} isChosen={one.state === state} />}
      />
    </main>
  );
}

/** Renders the name of a state; in the gallery as a button that selects the state. */
function Caption({ state, isChosen }: { readonly state: StateName; readonly isChosen: boolean }): ReactNode {
  return (
    <h2 className="gallery-caption" lang="en" dir="ltr">
      {isFramed ? (
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={() => postToGallery({ kind: 'chosen', state })}
        >
          {state}
        </button>
      ) : (
        state
      )}
    </h2>
  );
}

/** Sends a message to the gallery. Does nothing if the page is opened by itself. */
function postToGallery(message: FromFrame): void {
  if (isFramed) parent.postMessage(message, location.origin);
}

/** Sets the language, the direction and the theme of the page. */
function useLanguageAndTheme({ locale, theme }: ShownExample): void {
  useEffect(() => {
    const { documentElement: page } = document;
    page.lang = locale;
    page.dir = textDirection(locale);
    if (theme === 'default') delete page.dataset.theme;
    else page.dataset.theme = theme;
  }, [locale, theme]);
}

/**
 * Scrolls the selected state into view after `settleMs`, even if the scrolling element is in the gallery's
 * page. Does nothing unless this is the first frame.
 */
function useScrollIntoView({ state, isFirst = false }: ShownExample): void {
  useEffect(() => {
    if (!isFirst) return;
    const chosen = document.querySelector(`[data-state="${state}"]`);
    // Waits until the gallery has set the height of this frame.
    const timer = setTimeout(() => chosen?.scrollIntoView({ block: 'nearest' }), settleMs);
    return () => clearTimeout(timer);
  }, [state, isFirst]);
}

/** Sends the height of the page to the gallery, at first and whenever the size of its body changes. */
function useHeightReports(): void {
  useEffect(() => {
    const observer = new ResizeObserver(() =>
      postToGallery({ kind: 'height', height: document.documentElement.offsetHeight }),
    );
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
}

/**
 * Reports the accessibility of the selected state to the gallery, and again after each change of the example,
 * of the page and of an input. Does nothing if the page is opened by itself.
 */
function useAccessibilityReports({ widget, state, locale, theme, edited }: ShownExample): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the example is reported again.
  useEffect(() => {
    if (!isFramed) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: Promise<unknown> = Promise.resolve();
    /**
     * Reports after `settleMs`, in place of a report that is scheduled. An error is logged to the console.
     */
    const scheduleReport = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // axe can only run once at a time.
        last = last.then(() => reportAccessibility(state)).catch((error: unknown) => console.error(error));
      }, settleMs);
    };
    const observer = new MutationObserver(scheduleReport);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    addEventListener('input', scheduleReport);
    scheduleReport();
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('input', scheduleReport);
    };
  }, [widget, state, locale, theme, edited]);
}

/**
 * Sends the accessibility tree of a state's field and the violations of its form to the gallery; nothing if
 * the state is not rendered.
 */
async function reportAccessibility(state: StateName): Promise<void> {
  const form = document.querySelector(`[data-state="${state}"] form`);
  // The first field is the enquiry type, which every form has.
  const field = form?.querySelector('.sw-fields > :first-child');
  if (form && field)
    postToGallery({
      kind: 'heard',
      tree: buildAccessibilityTree(field),
      violations: await findViolations(form),
    });
}

const root = document.getElementById('gallery');
if (root) {
  // The site's fonts load with `font-display: optional`, so the first example would be rendered without them.
  await Promise.all([loadForExamples(), ...[...document.fonts].map((font) => font.load())]);
  createRoot(root).render(<Frame />);
}
