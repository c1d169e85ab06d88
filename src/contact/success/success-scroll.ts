import type { Settings } from '#engine';

/**
 * Brings the top of a section, minus the offset, to the top of what scrolls it: after the delay, over the duration
 * (docs/behaviour.md, "Success"). Jumps where the visitor prefers reduced motion.
 */
export function scrollToTopOf(section: Element, settings: Settings['success']): void {
  const { scrollDelayMs, scrollDurationMs, scrollOffsetPx } = settings;
  setTimeout(start, scrollDelayMs);

  function start(): void {
    const scroller = scrollerOf(section);
    const from = scroller.scrollTop;
    const startedAt = performance.now();
    const durationMs = prefersStillness() ? 0 : scrollDurationMs;
    const step = (): void => {
      if (!section.isConnected) return;
      const elapsedMs = performance.now() - startedAt;
      const progress = elapsedMs < durationMs ? elapsedMs / durationMs : 1;
      // The target is found anew: the thank-you panel may still be growing.
      const target = topIn(scroller, section) - scrollOffsetPx;
      // Instant, or a page that sets `scroll-behavior: smooth` would smooth each step.
      scroller.scrollTo({ top: from + (target - from) * eased(progress), behavior: 'instant' });
      if (progress < 1) requestAnimationFrame(step);
    };
    step();
  }
}

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** What scrolls an element: a dialog or another box around it, else the page. */
function scrollerOf(element: Element): Element {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (box === document.body || box === document.documentElement) break;
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** Where an element's top stands in what scrolls it. */
function topIn(scroller: Element, element: Element): number {
  const edge = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
  return element.getBoundingClientRect().top - edge + scroller.scrollTop;
}

/** Slow, quick, slow: from 0 at 0 to 1 at 1. */
function eased(progress: number): number {
  return (1 - Math.cos(Math.PI * progress)) / 2;
}
