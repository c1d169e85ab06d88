import type { Settings } from '#engine';

/**
 * Scrolls the top of a section, minus the offset, to the top of its scroll container: after the delay, over
 * the duration (docs/behaviour.md, "Success"). After the delay it scrolls in one step if the visitor prefers
 * reduced motion, and not at all if the section was removed.
 */
export function scrollSectionToTop(section: Element, settings: Settings['success']): void {
  const { scrollDelayMs, scrollDurationMs, scrollOffsetPx } = settings;
  setTimeout(startScrolling, scrollDelayMs);

  /** Starts the animation from the current scroll position. */
  function startScrolling(): void {
    const scroller = findScrollContainer(section);
    const from = scroller.scrollTop;
    const startedAt = performance.now();
    const durationMs = prefersReducedMotion() ? 0 : scrollDurationMs;
    /** Scrolls one frame and requests the next, until the duration has passed or the section is removed. */
    const scrollFrame = (): void => {
      if (!section.isConnected) return;
      const elapsedMs = performance.now() - startedAt;
      const progress = elapsedMs < durationMs ? elapsedMs / durationMs : 1;
      // The target is computed again in each frame, because the thank-you panel may still grow.
      const target = getTopWithin(scroller, section) - scrollOffsetPx;
      // `instant` overrides a page's `scroll-behavior: smooth`, which would delay each step.
      scroller.scrollTo({ top: from + (target - from) * easeInOut(progress), behavior: 'instant' });
      if (progress < 1) requestAnimationFrame(scrollFrame);
    };
    scrollFrame();
  }
}

/** Returns true if the visitor prefers reduced motion. */
function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Returns the scroll container of an element: a dialog or another box around it, else the page. */
function findScrollContainer(element: Element): Element {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box === document.body || box === document.documentElement) break;
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** Returns the scroll position in px at which an element's top is at the top of its scroll container. */
function getTopWithin(scroller: Element, element: Element): number {
  const edge = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
  return element.getBoundingClientRect().top - edge + scroller.scrollTop;
}

/** Returns the part of the distance for a part of the time, both from 0 to 1: slow at both ends. */
function easeInOut(progress: number): number {
  return (1 - Math.cos(Math.PI * progress)) / 2;
}
