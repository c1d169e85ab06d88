import { isObject } from './json-schema/values.ts';
import { tidyText } from './resolve/tidy-text.ts';
import type { Problem } from './types.ts';

/**
 * Stands in the key of an entry (a property that its visitor names) behind a name that cannot be its key while it is entered: one that is
 * empty, or that another entry has. Nobody can type it into a text input (HTML, "control").
 */
const mark = '\u001F';

/** The one name that no entry can have: parsers of JSON refuse it (Fastify, "onProtoPoisoning"), since programs that copy by assignment are misled by it. */
const unusable = '__proto__';

/**
 * Returns the key of an entry of an object: its name, else one that no other property has and of which `nameOfEntry` gives the name.
 * `keyOfEntry('teak', ['teak']) // 'teak\u001F1'`
 */
export function keyOfEntry(name: string, others: readonly string[]): string {
  const tidied = tidyText(name.replaceAll(mark, ''));
  if (tidied !== '' && tidied !== unusable && !others.includes(tidied)) return tidied;
  let count = 1;
  while (others.includes(`${tidied}${mark}${count}`)) count += 1;
  return `${tidied}${mark}${count}`;
}

/** Returns the name of an entry, as its visitor wrote it: `nameOfEntry('teak\u001F1') // 'teak'`. */
export function nameOfEntry(key: string): string {
  const at = key.indexOf(mark);
  return at === -1 ? key : key.slice(0, at);
}

/** Returns the properties of an object by their final keys: a name that no other has any more is the key. */
export function withFinalKeys<Value>(
  entries: readonly (readonly [key: string, value: Value])[],
): readonly (readonly [key: string, value: Value])[] {
  if (!entries.some(([key]) => key.includes(mark))) return entries;
  const names = entries.map(([key]) => nameOfEntry(key));
  return entries.map(([key, value], at) => {
    const name = names[at] ?? key;
    return [
      name !== '' && name !== unusable && names.indexOf(name) === names.lastIndexOf(name) ? name : key,
      value,
    ] as const;
  });
}

/**
 * Returns the problems of entries in values, at every depth: one without a name, one whose name another has, one called `__proto__`, and one
 * that has a name and no value.
 */
export function entryProblems(values: unknown, at: readonly string[] = []): readonly Problem[] {
  if (Array.isArray(values))
    return values.flatMap((item, index) => entryProblems(item, [...at, String(index)]));
  if (!isObject(values)) return [];
  const seen = new Set<string>();
  return Object.entries(values).flatMap(([key, value]) => {
    const name = comparedName(key);
    const field = [...at, key].join('/');
    const isRepeated = seen.has(name);
    seen.add(name);
    const inside = entryProblems(value, [...at, key]);
    if (at.length === 0) return inside;
    if (name === '') return [{ field, code: 'missing-name' as const }, ...inside];
    if (name === unusable) return [{ field, code: 'wrong-name' as const }, ...inside];
    if (isRepeated) return [{ field, code: 'repeated-name' as const }, ...inside];
    // Of all that stands inside an object only an entry is an empty text (`normaliseValue`).
    return value === '' ? [{ field, code: 'required' as const }] : inside;
  });
}

/** Returns a name as it is compared; one of two lines as it is, since only a program can have made it. */
function comparedName(key: string): string {
  const name = nameOfEntry(key);
  return /[\r\n]/.test(name) ? name : tidyText(name);
}

/** Returns whether a problem is about the name of an entry, and not about its value. */
export function isAboutName({ code }: Problem): boolean {
  return code === 'missing-name' || code === 'repeated-name' || code === 'wrong-name';
}
