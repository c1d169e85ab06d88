/** What the parser of GraphQL documents keeps. */
export interface Cache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Longer documents hold an enquiry's values as literals: no two are the same, and they would only fill the memory. */
const maxLength = 20_000;
const maxEntries = 200;

/** A cache that cannot grow beyond some megabytes, whatever is sent; the entries longest there go first. */
export function smallCache<Value>(): Cache<Value> {
  const entries = new Map<string, Value>();
  return {
    get: (key) => (key.length > maxLength ? undefined : entries.get(key)),
    set(key, value) {
      if (key.length > maxLength) return;
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? '');
      entries.set(key, value);
    },
  };
}
