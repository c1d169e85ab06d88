import { useEffect, useSyncExternalStore } from 'react';
import { newId } from '../draft/draft-store.ts';

export interface OwnPresence {
  /** The random id of this page. Not a secret. */
  readonly page: string;
  /** An address of the studio: `/studio/forms/sales?field=phone`. */
  readonly place: string;
}

const changed = 'studio-presence';

let own: OwnPresence = { page: newId(), place: '' };

export function useOwnPresence(): OwnPresence {
  return useSyncExternalStore(subscribe, () => own);
}

/** Reports the address of the current page while the calling component is mounted. */
export function usePlace(place: string): void {
  useEffect(() => update({ place }), [place]);
}

/**
 * Returns the address of a field of a form: `getFieldAddress('sales', 'phone') //
 * '/studio/forms/sales?field=phone'`.
 */
export function fieldAddress(type: string, field: string | undefined): string {
  const address = `/studio/forms/${encodeURIComponent(type)}`;
  return field === undefined ? address : `${address}?${new URLSearchParams({ field })}`;
}

function update(part: Partial<OwnPresence>): void {
  own = { ...own, ...part };
  dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  return () => removeEventListener(changed, listener);
}
