/** The path of a value: the field's name, then names and indices inside it. */
export type ValuePath = readonly (string | number)[];

/**
 * Converts a path to the pointer of a problem: `toPointer(['guests', 0, 'name']) // 'guests/0/name'`. It is
 * no JSON Pointer: it does not begin with a slash, and names are not escaped.
 */
export function toPointer(path: ValuePath): string {
  return path.join('/');
}

/** Returns the field of a pointer: `getPointerField('guests/0/name') // 'guests'`. */
export function getPointerField(pointer: string): string {
  return pointer.split('/')[0] ?? pointer;
}

/** Returns true for the pointer of a whole field, which has no slash. */
export function isFieldPointer(pointer: string): boolean {
  return !pointer.includes('/');
}

/**
 * Returns the `name` attribute of the control of a value. `toControlName(['guests', 0, 'a/b']) //
 * 'guests[0][a/b]'`
 */
export function toControlName([field = '', ...inner]: ValuePath): string {
  return field + inner.map((step) => `[${step}]`).join('');
}

/**
 * Returns the pointer of the input for the name of an entry, a property that the visitor names:
 * `getNamePointer('timbers/teak') // 'timbers/teak--name'`.
 */
export function getNamePointer(pointer: string): string {
  return `${pointer}--name`;
}

/**
 * Returns the id of the control at a pointer: `toControlId('contact-form', 'guests/0/name') //
 * 'contact-form-guests-0-name'`.
 */
export function toControlId(idPrefix: string, pointer: string): string {
  return [idPrefix, ...pointer.split('/')].join('-');
}

/** Returns the value at a path inside a value, own properties only; undefined if there is none. */
export function getInnerValue(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>(
    (outer, step) => (Object.hasOwn(Object(outer), step) ? Object(outer)[step] : undefined),
    value,
  );
}

/**
 * Returns a copy of a value with the value at `path` replaced by `inner`, creating missing objects and lists.
 * `undefined` removes a property; a list item becomes undefined instead, and its list stays as long. An empty
 * path returns `inner`.
 */
export function setInnerValue(value: unknown, path: ValuePath, inner: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...value] : [];
    while (list.length < step) list.push(undefined);
    list[step] = setInnerValue(list[step], rest, inner);
    return list;
  }
  const object = isObject(value) ? value : {};
  const changed = setInnerValue(getInnerValue(object, [step]), rest, inner);
  if (changed !== undefined) return { ...object, [step]: changed };
  const { [step]: _former, ...others } = object;
  return others;
}

/** Returns true for an object that is no list. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
