import { useEffect, useSyncExternalStore } from 'react';
import { createRandomId } from '../random-id.ts';

/** The presence of this page, as other people see it. */
export interface OwnPresence {
  /** The random id of this page. Not a secret. */
  readonly page: string;
  /** An address of the studio: `/studio/forms/sales?field=phone`. Empty: not reported yet. */
  readonly place: string;
}

/** The event of the window after `ownPresence` was changed. */
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

/** Changes members of the presence and notifies the components that show or send it. */
function updatePresence(part: Partial<OwnPresence>): void {
  ownPresence = { ...ownPresence, ...part };
  dispatchEvent(new Event(presenceChangeEvent));
}

/** Calls a listener after each change of the presence. Returns a function that removes it. */
function subscribeToPresence(listener: () => void): () => void {
  addEventListener(presenceChangeEvent, listener);
  return () => removeEventListener(presenceChangeEvent, listener);
}
