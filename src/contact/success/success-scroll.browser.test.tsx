import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scrollSectionToTop } from './success-scroll.ts';

const settings = { scrollDelayMs: 50, scrollDurationMs: 300, scrollOffsetPx: 90 };

describe('scrollSectionToTop', () => {
  beforeEach(() => {
    document.body.innerHTML =
      '<div class="tall"></div><section class="tall"></section><div class="tall"></div><style>.tall {block-size: 3000px} html {scroll-behavior: smooth} .box {block-size: 500px; overflow-y: auto}</style>';
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
    });
    scrollTo({ top: 0, behavior: 'instant' });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

  const section = () => document.querySelector('section') as HTMLElement;
  /** Returns the distance of the section from the top of the window, in pixels. */
  const gap = () => Math.round(section().getBoundingClientRect().top);

  it('waits for the delay, takes the duration, and ends at the offset above the section', () => {
    const top = gap();
    scrollSectionToTop(section(), settings);
    vi.advanceTimersByTime(49);
    expect(gap()).toBe(top);
    vi.advanceTimersByTime(1 + 150);
    expect(gap()).toBeLessThan(top);
    expect(gap()).toBeGreaterThan(90);
    vi.advanceTimersByTime(130);
    expect(gap()).toBeGreaterThan(90);
    vi.advanceTimersByTime(40);
    expect(gap()).toBe(90);
    scrollTo({ top: 0, behavior: 'instant' });
    vi.runAllTimers();
    expect(gap()).toBe(top);
  });

  it('comes from below as well', () => {
    scrollTo({ top: 5000, behavior: 'instant' });
    scrollSectionToTop(section(), settings);
    vi.advanceTimersByTime(400);
    expect(gap()).toBe(90);
  });

  it('jumps after the delay where the visitor prefers reduced motion', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduce') }));
    scrollSectionToTop(section(), settings);
    vi.advanceTimersByTime(50);
    expect(gap()).toBe(90);
  });

  it('scrolls the box that holds the section, and not the page', () => {
    const box = document.createElement('div');
    box.className = 'box';
    section().before(box);
    const before = document.createElement('div');
    before.className = 'tall';
    box.append(before, section());
    scrollSectionToTop(section(), settings);
    vi.advanceTimersByTime(400);
    expect(scrollY).toBe(0);
    expect(gap() - Math.round(box.getBoundingClientRect().top)).toBe(90);
  });

  it('leaves the page alone once the section is gone', () => {
    scrollSectionToTop(section(), settings);
    section().remove();
    vi.runAllTimers();
    expect(scrollY).toBe(0);
  });
});
