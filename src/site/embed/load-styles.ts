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
  // Vite adds the styles of a lazy module with `crossorigin`. Other styles of this folder are those of a form
  // that is not isolated; the page itself has none of them.
  const folder = import.meta.url.slice(0, import.meta.url.lastIndexOf('/') + 1);
  const lazyStyles = `link[rel=stylesheet][crossorigin][href^="${folder}"]`;
  /** Adds to the shadow tree those style sheets of the head that this program's modules have requested. */
  const copyStyles = () => {
    for (const { href, crossOrigin } of document.head.querySelectorAll<HTMLLinkElement>(lazyStyles))
      void addStyle(shadow, href, crossOrigin);
  };
  const observer = new MutationObserver(copyStyles);
  observer.observe(document.head, { childList: true });
  copyStyles();
  return () => observer.disconnect();
}

/**
 * Adds a style sheet unless it is there. Resolves when it is loaded or has failed, which is logged. Returns
 * undefined if the style sheet was there without this module.
 * @param crossOrigin The attribute of an earlier request, so that its response is used again.
 */
function addStyle(
  parent: ParentNode & Node,
  address: string,
  crossOrigin: string | null = null,
): Promise<void> | undefined {
  const links = [...parent.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const existing = links.find(({ href }) => href === address);
  if (existing) return loading.get(existing);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = crossOrigin;
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
