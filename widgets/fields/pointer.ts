/** Where a value stands: the field's name, then names and places inside it. */
export type Path = readonly (string | number)[];

/** A path as problems name it: `toPointer(['guests', 0, 'name']) // 'guests/0/name'`. */
export function toPointer(path: Path): string {
  return path.join('/');
}

/** The field that a pointer leads into. */
export function fieldOf(pointer: string): string {
  return pointer.split('/')[0] ?? pointer;
}

/** Whether a pointer names a field itself, and nothing inside one. */
export function isField(pointer: string): boolean {
  return !pointer.includes('/');
}

/** Returns the `name` of the control of a value; a field's own is its name. `controlName(['guests', 0, 'a/b']) // 'guests[0][a/b]'` */
export function controlName([field = '', ...inner]: Path): string {
  return field + inner.map((step) => `[${step}]`).join('');
}

/** The place of the name of an entry, by that of the entry: `nameOf('timbers/teak') // 'timbers/teak--name'`. */
export function nameOf(pointer: string): string {
  return `${pointer}--name`;
}

/** The id of what draws a value. */
export function controlId(idPrefix: string, pointer: string): string {
  return [idPrefix, ...pointer.split('/')].join('-');
}

/** The value at `path` inside a value; undefined where nothing stands there. */
export function innerValue(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (outer, step) => (Object.hasOwn(Object(outer), step) ? Object(outer)[step] : undefined),
    value,
  );
}

/** A value with the one at `path` inside it replaced, everything else as it was; `undefined` takes a property away. */
export function withInner(value: unknown, path: Path, inner: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...value] : [];
    while (list.length < step) list.push(undefined);
    list[step] = withInner(list[step], rest, inner);
    return list;
  }
  const object = isObject(value) ? value : {};
  const changed = withInner(innerValue(object, [step]), rest, inner);
  if (changed !== undefined) return { ...object, [step]: changed };
  const { [step]: _former, ...others } = object;
  return others;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
