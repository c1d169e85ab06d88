import { useMemo, useSyncExternalStore } from 'react';

/** The name of the event that reports a changed address. */
const addressChangeEvent = 'studio-address';

/**
 * Makes `useSearch` and `useHash` read the address again. Call it after `pushState` or `replaceState`:
 * browsers report only Back and Forward (`popstate`).
 */
export function notifyAddressChange(): void {
  dispatchEvent(new Event(addressChangeEvent));
}

/**
 * Returns the search parameters of the current address, the same object until they change. The component is
 * rendered again then.
 */
export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(subscribeToAddress, () => location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Returns the decoded fragment of the current address, without `#`; empty if there is none. */
export function useHash(): string {
  return useSyncExternalStore(subscribeToAddress, () => decodeAddressPart(location.hash.slice(1)));
}

/** Returns a decoded part of an address; unchanged if it contains a "%" that is not a valid escape. */
export function decodeAddressPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Replaces the search parameters of the address and removes its fragment, without a new entry in the
 * browser's history.
 */
export function replaceSearch(search: URLSearchParams): void {
  history.replaceState(history.state, '', toCurrentPath(search));
  notifyAddressChange();
}

/**
 * Replaces the search parameters of the address and removes its fragment, with a new entry in the browser's
 * history.
 */
export function pushSearch(search: URLSearchParams): void {
  history.pushState(null, '', toCurrentPath(search));
  notifyAddressChange();
}

/** Returns the current path with these search parameters, without a fragment. */
function toCurrentPath(search: URLSearchParams): string {
  const text = search.toString();
  return `${location.pathname}${text === '' ? '' : `?${text}`}`;
}

/** Calls the listener when the address changes. Returns the function that ends this. */
function subscribeToAddress(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(addressChangeEvent, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(addressChangeEvent, listener);
  };
}
