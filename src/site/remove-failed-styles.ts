/**
 * The folder of the built scripts and styles. Style sheets of other folders are those of the page around an
 * embedded form.
 */
const folder = import.meta.url.slice(0, import.meta.url.lastIndexOf('/') + 1);

/**
 * Removes each style sheet of a lazy module that could not be loaded. The import of the module fails with it,
 * and Vite would not request it again at the next import while its link is there.
 */
function removeFailedStyle({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
  // Vite adds the styles of lazy modules with `crossorigin`.
  if (target.crossOrigin !== null && target.href.startsWith(folder)) target.remove();
}

// `error` does not bubble.
if (typeof document !== 'undefined') document.addEventListener('error', removeFailedStyle, true);
