/** Steps into a JSON value: names and indexes. */
export type Path = readonly (string | number)[];

/** JSON Pointer (RFC 6901) of the steps. `pointerOf(['rules', 3, 'a/b']) // '/rules/3/a~1b'` */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The steps of a JSON Pointer (RFC 6901, section 4). `stepsOf('/rules/3/a~1b') // ['rules', '3', 'a/b']` */
export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Tells whether a JSON Pointer leads to the place of another one, or inside it. `isWithin('/a/b', '/a') // true` */
export function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

/** The value that steps lead to; undefined where there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (place, step) =>
      typeof place === 'object' && place !== null && Object.hasOwn(place, step)
        ? (place as Readonly<Record<string | number, unknown>>)[step]
        : undefined,
    root,
  );
}
