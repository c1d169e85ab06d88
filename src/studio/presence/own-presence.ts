import { useEffect, useSyncExternalStore } from 'react';
import { newId } from '../draft/draft-store.ts';

/** What the others are told of this page. */
export interface OwnPresence {
  /** A word for this page, told to nobody as a secret. */
  readonly page: string;
  /** An address of the studio: `/studio/forms/sales?field=phone`. */
  readonly place: string;
}

const changed = 'studio-presence';

let own: OwnPresence = { page: newId(), place: '' };

/** What this page tells of itself, as it is now. */
export function useOwnPresence(): OwnPresence {
  return useSyncExternalStore(subscribe, () => own);
}

/** Says where one is, as long as the part that says so is drawn. */
export function usePlace(place: string): void {
  useEffect(() => update({ place }), [place]);
}

/** The address of a field of a form: `fieldAddress('sales', 'phone') // '/studio/forms/sales?field=phone'`. */
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
