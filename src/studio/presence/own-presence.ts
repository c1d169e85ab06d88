import { useEffect, useSyncExternalStore } from 'react';
import { newId } from '../draft/draft-store.ts';

/** What the others are told of this page. */
export interface OwnPresence {
  /** A word for this page, told to nobody as a secret. */
  readonly page: string;
  /** Empty: somebody. */
  readonly name: string;
  /** An address of the studio: `/studio/forms/sales?field=phone`. */
  readonly place: string;
}

const nameKey = 'slipway-studio-name';
const changed = 'studio-presence';

let own: OwnPresence = { page: newId(), name: nameKept(), place: '' };

/** What this page tells of itself, as it is now. */
export function useOwnPresence(): OwnPresence {
  return useSyncExternalStore(subscribe, () => own);
}

/** The name that one is shown by; empty: somebody. */
export function ownName(): string {
  return own.name.trim();
}

/** Says under which name one is shown; kept in this browser. */
export function nameOneself(name: string): void {
  try {
    localStorage.setItem(nameKey, name);
  } catch {
    // A browser that keeps nothing shows the name as long as the page is open.
  }
  update({ name });
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

function nameKept(): string {
  try {
    return localStorage.getItem(nameKey) ?? '';
  } catch {
    return '';
  }
}

function update(part: Partial<OwnPresence>): void {
  own = { ...own, ...part };
  dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  return () => removeEventListener(changed, listener);
}
