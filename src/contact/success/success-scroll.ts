import type { Settings } from '#engine';

/**
 * Brings the top of a section, minus the offset, to the top of what scrolls it: after the delay, over the duration
 * (specification, section 9, "Success scroll"). Jumps where the visitor prefers reduced motion. Gives a way to call it off.
 */
export function scrollToTopOf(section: Element, settings: Settings['success']): () => void {
  const { scrollDelayMs, scrollDurationMs, scrollOffsetPx } = settings;
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let frame = 0;
  const timer = setTimeout(start, scrollDelayMs);

  function start(): void {
    const scroller = scrollerOf(section);
    const from = scroller.scrollTop;
    const startedAt = performance.now();
    const step = (): void => {
      const progress = isReduced ? 1 : Math.min(1, (performance.now() - startedAt) / scrollDurationMs);
      // The target is found anew: the thank-you panel may still be growing.
      const target = from + (topIn(scroller, section) - scrollOffsetPx - from) * eased(progress);
      // Instant, or a page that sets `scroll-behavior: smooth` would smooth each step.
      scroller.scrollTo({ top: target, behavior: 'instant' });
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    step();
  }

  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
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
