/**
 * Loads style sheets into the shadow tree `shadow`, or into the head of the page if that is undefined.
 * Resolves when they are applied; a failure is logged, and the form is shown without the style. A shadow tree
 * also gets the styles that lazy modules add to the head, until the returned function is called.
 */
export async function loadStyles(
  addresses: readonly string[],
  shadow: ShadowRoot | undefined,
): Promise<() => void> {
  const parent = shadow ?? document.head;
  await Promise.all(addresses.map((address) => addStyle(parent, address)));
  if (shadow === undefined) return () => {};
  const base = new URL(import.meta.url).origin;
  // Only styles that the program requested are copied. They are marked (`leanPreloading` in vite.config.ts),
  // because a page of our own origin has other styles.
  /** Adds to the shadow tree those style sheets of the head that this program's modules have requested. */
  const copyStyles = () => {
    for (const { href } of document.head.querySelectorAll<HTMLLinkElement>('link[data-slipway]'))
      if (new URL(href).origin === base && href.endsWith('.css')) void addStyle(shadow, href);
  };
  const observer = new MutationObserver(copyStyles);
  observer.observe(document.head, { childList: true });
  copyStyles();
  return () => observer.disconnect();
}

/**
 * Adds a style sheet unless it is there. Resolves when it is loaded or has failed, which is logged. Returns
 * undefined if the style sheet was there without this module.
 */
function addStyle(parent: ParentNode & Node, address: string): Promise<void> | undefined {
  const links = [...parent.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const existing = links.find(({ href }) => href === address);
  if (existing) return loading.get(existing);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  const loaded = new Promise<void>((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => {
      console.error(
        `<enquiry-form>: cannot load ${address}; see that the page's policy has style-src ${new URL(address).origin}`,
      );
      resolve();
    };
  });
  loading.set(link, loaded);
  parent.append(link);
  return loaded;
}

/** The style sheets that this module has added, each with the promise of its end. */
const loading = new WeakMap<HTMLLinkElement, Promise<void>>();
