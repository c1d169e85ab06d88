/**
 * Loads style sheets into the page, or into a shadow tree, which then gets those as well that parts of the form bring along later. Resolves
 * once they hold: one that cannot be loaded is told of, and the form stands without. Gives what ends it.
 */
export async function loadStyles(
  addresses: readonly string[],
  shadow: ShadowRoot | undefined,
): Promise<() => void> {
  const place = shadow ?? document.head;
  await Promise.all(addresses.map((address) => styleIn(place, address)));
  if (shadow === undefined) return () => {};
  const base = new URL(import.meta.url).origin;
  // Those that the program has asked for, each of them marked (`leanPreloading` in vite.config.ts): a page of our origin has its own.
  const copy = () => {
    for (const { href } of document.head.querySelectorAll<HTMLLinkElement>('link[data-slipway]'))
      if (new URL(href).origin === base && href.endsWith('.css')) void styleIn(shadow, href);
  };
  const watch = new MutationObserver(copy);
  watch.observe(document.head, { childList: true });
  copy();
  return () => watch.disconnect();
}

function styleIn(place: ParentNode & Node, address: string): Promise<void> | undefined {
  const there = [...place.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const known = there.find(({ href }) => href === address);
  if (known) return loading.get(known);
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
  place.append(link);
  return loaded;
}

const loading = new WeakMap<HTMLLinkElement, Promise<void>>();
