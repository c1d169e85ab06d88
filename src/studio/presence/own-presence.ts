import { useEffect, useSyncExternalStore } from 'react';
import { createRandomId } from '../draft/draft-store.ts';

export interface OwnPresence {
  /** The random id of this page. Not a secret. */
  readonly page: string;
  /** An address of the studio: `/studio/forms/sales?field=phone`. Empty: not reported yet. */
  readonly place: string;
}

const presenceChangeEvent = 'studio-presence';

let ownPresence: OwnPresence = { page: createRandomId(), place: '' };

/** Returns the presence that this page reports to other people. Renders again when it changes. */
export function useOwnPresence(): OwnPresence {
  return useSyncExternalStore(subscribeToPresence, () => ownPresence);
}

/** Sets the address that this page reports to other people as its own. It stays until another one is set. */
export function useReportedAddress(place: string): void {
  useEffect(() => updatePresence({ place }), [place]);
}

/**
 * Returns the studio's address of a form, or of one of its fields: `getFieldAddress('sales', 'phone') //
 * '/studio/forms/sales?field=phone'`.
 */
export function getFieldAddress(type: string, field: string | undefined): string {
  const address = `/studio/forms/${encodeURIComponent(type)}`;
  return field === undefined ? address : `${address}?${new URLSearchParams({ field })}`;
}

function updatePresence(part: Partial<OwnPresence>): void {
  ownPresence = { ...ownPresence, ...part };
  dispatchEvent(new Event(presenceChangeEvent));
}

function subscribeToPresence(listener: () => void): () => void {
  addEventListener(presenceChangeEvent, listener);
  return () => removeEventListener(presenceChangeEvent, listener);
}
