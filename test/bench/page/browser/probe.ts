/** What a page's own probe has found so far; times are milliseconds since the navigation began. */
export interface Probe {
  /** The first frame in which the first text field is there and takes text. */
  readonly textAt?: number;
  /** The first frame in which the fields of another type are there, which was chosen as soon as there was a choice. */
  readonly typeAt?: number;
  /** What the text field holds then: what was typed is not to be lost. */
  readonly text?: string;
  /** Brotli, bodies alone, of the scripts and style sheets that had arrived when the type changed. */
  readonly bytes?: number;
}

/** What the probe does on a page. */
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
  }
}

/**
 * Runs in the page before its own scripts: types one letter into the first text field and chooses another type as soon as that is
 * there, like an impatient visitor, and looks at every frame whether it worked. A frame comes only once style sheets have.
 */
export function probePage({ typeControl, textControl, otherType, otherControl }: ProbeTask): void {
  const found: { -readonly [Key in keyof Probe]: Probe[Key] } = {};
  window.__probe = found;
  let asked = 0;
  const look = () => {
    const text = document.querySelector<HTMLInputElement>(textControl);
    if (found.textAt === undefined && text && text.getClientRects().length > 0) {
      text.focus();
      document.execCommand('insertText', false, 'A');
      if (text.value === 'A') found.textAt = performance.now();
    }
    const select = document.querySelector<HTMLSelectElement>(typeControl);
    if (found.textAt !== undefined && select && performance.now() - asked > 50) ask(select);
    if (!document.querySelector(otherControl)) return requestAnimationFrame(look);
    found.typeAt = performance.now();
    found.text = document.querySelector<HTMLInputElement>(textControl)?.value ?? '';
    found.bytes = 0;
    for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      if (/\.(?:js|css)(?:\?|$)/.test(entry.name) && entry.responseEnd > 0)
        found.bytes += entry.encodedBodySize;
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
  requestAnimationFrame(look);
}

/** Runs in the page before its own scripts: adds up how far things move that nobody has touched (Layout Instability API). */
export function watchShift(): void {
  window.__shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      window.__shift = (window.__shift ?? 0) + entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}
