import type { Id } from '#engine';
import { UsageError } from './io.ts';

/**
 * Returns the only id of a list.
 * @param text The person's text for which the ids were found; part of the message about several ids.
 * @throws UsageError with the message `messageIfNone` if the list is empty, or with all ids if there
 * are several.
 */
export function requireSingleId(text: string, ids: readonly string[], messageIfNone: string): string {
  const [first, ...others] = ids;
  if (first === undefined) throw new UsageError(messageIfNone);
  if (others.length > 0)
    throw new UsageError(`${JSON.stringify(text)} may be ${ids.join(' or ')}: use one of these ids`);
  return first;
}

/**
 * Returns the ids, each once, of the items that have a text as one of their names, ignoring case. An absent
 * name equals no text.
 */
export function findIdsByName<One extends { readonly id: Id }>(
  all: readonly One[],
  text: string,
  getNames: (one: One) => readonly (Id | null | undefined)[],
): readonly string[] {
  const isSameName = (name: Id | null | undefined) =>
    name !== null && name !== undefined && String(name).toLowerCase() === text.toLowerCase();
  return [...new Set(all.filter((one) => getNames(one).some(isSameName)).map(({ id }) => String(id)))];
}

/** Returns a cached version of a lookup. It returns undefined if the name is only the id. */
export function cacheKnownNames<Given extends Id>(
  nameOf: (id: Given) => { readonly name: string },
): (id: Given) => string | undefined {
  const found = new Map<Given, string | undefined>();
  return (id) => {
    if (!found.has(id)) {
      const { name } = nameOf(id);
      found.set(id, name === String(id) ? undefined : name);
    }
    return found.get(id);
  };
}
