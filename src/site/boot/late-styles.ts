/** Replaces style sheets that do not arrive in time (`unblockPaint`). */
export function unblockPaintLater(): void {
  setTimeout(unblockPaint, unblockDelayMs);
}

/**
 * Replaces each style sheet of the head that is still loading by a copy, so that the page is shown without
 * it. While a style sheet is loading, a browser paints nothing and runs only `async` scripts, but one that a
 * script has inserted does not block (HTML, "contributes a script-blocking style sheet", "implicitly
 * potentially render-blocking"). The new request may also use another connection. Style sheets of lazy modules
 * are left alone: Vite adds them with `crossorigin`, and waits for them.
 */
function unblockPaint(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('head link[rel="stylesheet"]'))
    if (link.sheet === null && link.crossOrigin === null) link.replaceWith(link.cloneNode());
}

/**
 * The delay in ms is longer than 8 kB of styles need on a slow network, because the page moves when styles
 * arrive late.
 */
const unblockDelayMs = 4_000;
