export type JsonPath = readonly (string | number)[];

/** Returns the JSON Pointer (RFC 6901) of a path: `toJsonPointer(['rules', 3, 'a/b']) // '/rules/3/a~1b'`. */
export function toJsonPointer(path: JsonPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Splits a JSON Pointer, also one after a `#`, into its segments (RFC 6901, section 4):
 * `parsePointer('/rules/3/a~1b') // ['rules', '3', 'a/b']`. An empty pointer has none.
 */
export function parsePointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Returns true if a JSON Pointer is equal to `place` or lies inside it:
 * `isPointerWithin('/a/b', '/a') // true`.
 */
export function isPointerWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

/**
 * Returns the value at a path inside a JSON value, or undefined if there is none. Inherited properties do not
 * count.
 */
export function getValueAt(root: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (place, step) =>
      typeof place === 'object' && place !== null && Object.hasOwn(place, step)
        ? (place as Readonly<Record<string | number, unknown>>)[step]
        : undefined,
    root,
  );
}
