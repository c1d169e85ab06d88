import { useMemo, useSyncExternalStore } from 'react';

const addressChangeEvent = 'studio-address';

/**
 * Notifies the subscribers of the address, because browsers report only Back and Forward (`popstate`), not
 * `pushState`.
 */
export function notifyAddressChange(): void {
  dispatchEvent(new Event(addressChangeEvent));
}

export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(subscribeToAddress, () => location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Returns the decoded fragment of the current address, without `#`. */
export function useHash(): string {
  return useSyncExternalStore(subscribeToAddress, () => decodeURIComponent(location.hash.slice(1)));
}

/** Replaces the search parameters of the address without a new entry in the browser's history. */
export function replaceSearch(search: URLSearchParams): void {
  history.replaceState(history.state, '', toCurrentPath(search));
  notifyAddressChange();
}

/** Replaces the search parameters of the address with a new entry in the browser's history. */
export function pushSearch(search: URLSearchParams): void {
  history.pushState(null, '', toCurrentPath(search));
  notifyAddressChange();
}

/** Returns the current path with these search parameters, without a fragment. */
function toCurrentPath(search: URLSearchParams): string {
  const text = search.toString();
  return `${location.pathname}${text === '' ? '' : `?${text}`}`;
}

function subscribeToAddress(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(addressChangeEvent, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(addressChangeEvent, listener);
  };
}
