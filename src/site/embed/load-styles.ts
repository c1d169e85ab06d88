/**
 * Loads style sheets into the page, or into a shadow tree, which later also gets the styles of lazy modules.
 * Resolves when they are applied; a failure is logged, and the form is shown without the style. Returns a
 * function that stops watching for styles.
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
 * Adds a style sheet unless it is there. Resolves when it is loaded or has failed. Returns undefined if the
 * style sheet was there without this module.
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

const loading = new WeakMap<HTMLLinkElement, Promise<void>>();
