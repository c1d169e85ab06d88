import type { Id } from '#engine';

/** Entries of content by their ids as strings. */
export type EntryIndex<Entry> = ReadonlyMap<string, Entry>;

/** Returns the entries by their ids. Of equal ids the last entry is used. */
export function indexById<Entry extends { readonly id: Id }>(entries: readonly Entry[]): EntryIndex<Entry> {
  return new Map(entries.map((entry) => [String(entry.id), entry]));
}

/** Returns the entry with an id. Throws if there is none. */
export function requireEntry<Entry>(entries: EntryIndex<Entry>, id: Id): Entry {
  const entry = entries.get(String(id));
  if (entry === undefined)
    throw new Error(`Cannot link the content: nothing has the id "${id}"; check it first`);
  return entry;
}
