import { useMemo, useSyncExternalStore } from 'react';

const changed = 'studio-address';

/**
 * Notifies the readers of the address. Browsers report only Back and Forward (`popstate`), not `pushState`.
 */
export function tellAddress(): void {
  dispatchEvent(new Event(changed));
}

export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Returns the decoded fragment of the current address, without `#`. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => decodeURIComponent(location.hash.slice(1)));
}

/** Replaces the search parameters of the address without a new entry in the browser's history. */
export function replaceSearch(search: URLSearchParams): void {
  history.replaceState(history.state, '', addressWith(search));
  tellAddress();
}

/** Replaces the search parameters of the address with a new entry in the browser's history. */
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
