import { useMemo, useSyncExternalStore } from 'react';

const changed = 'studio-address';

/** Tells whoever reads the address that it is another: a page hears of its own steps back and forth alone. */
export function tellAddress(): void {
  dispatchEvent(new Event(changed));
}

/** What stands behind the `?` of the address, as it is now. */
export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** What stands behind the `#` of the address, as it is now. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => decodeURIComponent(location.hash.slice(1)));
}

/** Puts something else behind the `?` of the address, without a step of its own in the browser's history. */
export function replaceSearch(search: URLSearchParams): void {
  history.replaceState(history.state, '', addressWith(search));
  tellAddress();
}

/** Puts something else behind the `?` of the address, as a step of the browser's history: Back takes it back. */
export function pushSearch(search: URLSearchParams): void {
  history.pushState(null, '', addressWith(search));
  tellAddress();
}

function addressWith(search: URLSearchParams): string {
  const text = search.toString();
  return `${location.pathname}${text === '' ? '' : `?${text}`}`;
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(changed, listener);
  };
}
