import { isObject } from '../json-schema/values.ts';
import type { Problem } from '../model/types.ts';
import { tidyText } from './tidy-text.ts';

/**
 * Separates the name of an entry (a property that the visitor names) from a counter in its key. The counter
 * is needed while the name is empty or equals the name of another entry. Nobody can type this character into
 * a text input (HTML, "control").
 */
const counterMark = '\u001F';

/**
 * The only name that no entry can have. JSON parsers reject it (Fastify, "onProtoPoisoning"), because it
 * misleads programs that copy properties by assignment.
 */
const forbiddenName = '__proto__';

/**
 * Returns the key of an entry: its tidied name. If the name is empty, forbidden or in use, returns the name
 * with a counter: `toEntryKey('teak', ['teak']) // 'teak\u001F1'`.
 * @param others The keys of the other entries.
 */
export function toEntryKey(name: string, others: readonly string[]): string {
  const tidied = tidyText(name.replaceAll(counterMark, ''));
  if (tidied !== '' && tidied !== forbiddenName && !others.includes(tidied)) return tidied;
  let count = 1;
  while (others.includes(`${tidied}${counterMark}${count}`)) count += 1;
  return `${tidied}${counterMark}${count}`;
}

/** Returns the name in an entry's key, without the counter: `getEntryName('teak\u001F1') // 'teak'`. */
export function getEntryName(key: string): string {
  const at = key.indexOf(counterMark);
  return at === -1 ? key : key.slice(0, at);
}

/**
 * Returns the entries in the same order with their final keys: a name that has become unique replaces its
 * temporary key. The key of an empty, forbidden or repeated name is unchanged.
 */
export function finaliseEntryKeys<Value>(
  entries: readonly (readonly [key: string, value: Value])[],
): readonly (readonly [key: string, value: Value])[] {
  if (!entries.some(([key]) => key.includes(counterMark))) return entries;
  const names = entries.map(([key]) => getEntryName(key));
  return entries.map(([key, value], at) => {
    const name = names[at] ?? key;
    return [
      name !== '' && name !== forbiddenName && names.indexOf(name) === names.lastIndexOf(name) ? name : key,
      value,
    ] as const;
  });
}

/**
 * Returns the problems of entry names at every depth: missing, repeated or forbidden (`__proto__`) names, and
 * names without a value. The field of a problem is the path of the entry, joined by slashes.
 * @param at The path of `values`. Empty at the top, where keys are field names and not checked.
 */
export function findEntryProblems(values: unknown, at: readonly string[] = []): readonly Problem[] {
  if (Array.isArray(values))
    return values.flatMap((item, index) => findEntryProblems(item, [...at, String(index)]));
  if (!isObject(values)) return [];
  const seen = new Set<string>();
  return Object.entries(values).flatMap(([key, value]) => {
    const name = toComparableName(key);
    const field = [...at, key].join('/');
    const isRepeated = seen.has(name);
    seen.add(name);
    const inside = findEntryProblems(value, [...at, key]);
    if (at.length === 0) return inside;
    if (name === '') return [{ field, code: 'missing-name' as const }, ...inside];
    if (name === forbiddenName) return [{ field, code: 'wrong-name' as const }, ...inside];
    if (isRepeated) return [{ field, code: 'repeated-name' as const }, ...inside];
    // Inside an object only an entry can be an empty text (see `normaliseValue`).
    return value === '' ? [{ field, code: 'required' as const }] : inside;
  });
}

/**
 * Returns the name of an entry as it is compared with others. A name with line breaks stays unchanged,
 * because only a program can have written it.
 */
function toComparableName(key: string): string {
  const name = getEntryName(key);
  return /[\r\n]/.test(name) ? name : tidyText(name);
}

/** Returns true for a missing, repeated or forbidden name of an entry. */
export function isNameProblem({ code }: Problem): boolean {
  return code === 'missing-name' || code === 'repeated-name' || code === 'wrong-name';
}
