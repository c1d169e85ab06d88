/** Returns true for a JSON object, but not for a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a JSON object unchanged, and an empty object for any other value. */
export function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** Returns a list unchanged, and an empty list for any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns a JSON value as text: a text as it is, an object or a list as JSON. `String` throws for an object that
 * has a member `toString`.
 */
export function toText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/**
 * Returns a copy of an object in which each value is the result of `change`. The result is empty for a value
 * that is not an object.
 */
export function mapValues(
  map: unknown,
  change: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(asObject(map)).map(([name, value]) => [name, change(value, name)]),
  );
}

/** Returns a set of JSON values, compared by `isSameJson`. It is faster than a search if the list is long. */
export function createJsonSet(values: readonly unknown[]): { readonly has: (value: unknown) => boolean } {
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return { has: (value) => texts.has(JSON.stringify(value)) };
}

/** Returns true if two JSON values have the same text, including the order of keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Returns an object's own property, or undefined. A name that somebody typed may be that of an inherited one:
 * `constructor`.
 */
export function getOwnMember<Value>(of: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
