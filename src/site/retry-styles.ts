/**
 * The folder of the built scripts and styles. Style sheets of other folders are those of the page around an
 * embedded form.
 */
const folder = import.meta.url.slice(0, import.meta.url.lastIndexOf('/') + 1);
const firstDelayMs = 1_000;
/** The delays in ms before the next requests, by the URLs of the style sheets that could not be loaded. */
const delays = new Map<string, number>();

/**
 * Requests a style sheet of a lazy module again that could not be loaded, after a delay that doubles each time.
 * Vite rejects the import of the module then, and loads the module without its styles at the next import.
 */
function retryStyle({ target: link }: Event): void {
  if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return;
  // Vite adds the styles of lazy modules with `crossorigin`.
  if (link.crossOrigin === null || !link.href.startsWith(folder)) return;
  const delay = delays.get(link.href) ?? firstDelayMs;
  delays.set(link.href, delay * 2);
  setTimeout(() => link.replaceWith(link.cloneNode()), delay);
}

// `error` does not bubble.
if (typeof document !== 'undefined') document.addEventListener('error', retryStyle, true);
