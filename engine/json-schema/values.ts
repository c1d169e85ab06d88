/** Whether a JSON value is an object, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a JSON value is, else an empty one. */
export function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** The list that a JSON value is, else an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object with its values changed; an empty one for what is no object. */
export function mapValues(
  map: unknown,
  change: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(asObject(map)).map(([name, value]) => [name, change(value, name)]),
  );
}

/** Whether one of some JSON values is written like another (`isSameJson`), asked of a list that may be long. */
export function jsonSet(values: readonly unknown[]): { readonly has: (value: unknown) => boolean } {
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return { has: (value) => texts.has(JSON.stringify(value)) };
}

/** Whether two JSON values are written alike; the keys of objects in the same order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What an object holds by a name that somebody wrote; nothing by one that every object inherits, as `constructor`. */
export function ownMember<Value>(of: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
