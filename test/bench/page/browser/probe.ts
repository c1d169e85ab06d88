/** The findings of the probe in the page, in milliseconds since the navigation began. */
export interface Probe {
  /** The first frame in which the first text field accepts text. */
  readonly textAt?: number;
  /** The first frame with the fields of another type, which is chosen as early as possible. */
  readonly typeAt?: number;
  /** The value of the text field at that time: typed text must not be lost. */
  readonly text?: string;
  /** The size in brotli, bodies only, of the scripts and style sheets loaded before the type changed. */
  readonly bytes?: number;
}

export interface ProbeTask {
  readonly typeControl: string;
  readonly textControl: string;
  /** The label of the other type, and a control that only that type has. */
  readonly otherType: string;
  readonly otherControl: string;
}

declare global {
  interface Window {
    __probe?: Probe;
    __shift?: number;
    __longTasks?: number;
  }
}

/**
 * Runs in the page before its own scripts. Like an impatient visitor, it types one letter into the first text
 * field and chooses another type as soon as these exist, and checks the result in every frame. The first
 * frame waits for style sheets.
 */
export function probePage({ typeControl, textControl, otherType, otherControl }: ProbeTask): void {
  const found: { -readonly [Key in keyof Probe]: Probe[Key] } = {};
  window.__probe = found;
  let asked = 0;
  const checkFrame = () => {
    const text = document.querySelector<HTMLInputElement>(textControl);
    if (found.textAt === undefined && text && text.getClientRects().length > 0) {
      text.focus();
      document.execCommand('insertText', false, 'A');
      if (text.value === 'A') found.textAt = performance.now();
    }
    const select = document.querySelector<HTMLSelectElement>(typeControl);
    if (found.textAt !== undefined && select && performance.now() - asked > 50) ask(select);
    if (!document.querySelector(otherControl)) return requestAnimationFrame(checkFrame);
    found.typeAt = performance.now();
    found.text = document.querySelector<HTMLInputElement>(textControl)?.value ?? '';
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const files = entries.filter(
      ({ name, responseEnd }) => /\.(?:js|css)(?:\?|$)/.test(name) && responseEnd > 0,
    );
    // A module that is fetched and imported later has two entries.
    const sizes = new Map(files.map(({ name, encodedBodySize }) => [name, encodedBodySize]));
    found.bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    return undefined;
  };
  const ask = (select: HTMLSelectElement) => {
    asked = performance.now();
    const option = [...select.options].find(({ text }) => text === otherType);
    if (!option) return;
    option.selected = true;
    select.dispatchEvent(new Event('input', { bubbles: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  requestAnimationFrame(checkFrame);
}

/** Runs in the page before its own scripts: sums layout shifts without input (Layout Instability API). */
export function watchShift(): void {
  window.__shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      window.__shift = (window.__shift ?? 0) + entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page before its own scripts: counts tasks over 50 ms (Long Tasks API). */
export function watchLongTasks(): void {
  window.__longTasks = 0;
  new PerformanceObserver((list) => {
    window.__longTasks = (window.__longTasks ?? 0) + list.getEntries().length;
  }).observe({ type: 'longtask', buffered: true });
}
