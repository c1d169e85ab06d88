import type { Id } from '#engine';
import { EnquiriesUsageError } from './enquiry-usage.ts';

/**
 * Returns the only id of a list.
 * @throws EnquiriesUsageError with the message `unknown` if the list is empty, or if it has several ids.
 */
export function requireSingleId(text: string, called: readonly string[], unknown: string): string {
  const [first, ...others] = called;
  if (first === undefined) throw new EnquiriesUsageError(unknown);
  if (others.length > 0)
    throw new EnquiriesUsageError(
      `${JSON.stringify(text)} may be ${called.join(' or ')}: use one of these ids`,
    );
  return first;
}

/** Returns the ids of the items that have a text as one of their names, ignoring case. */
export function findIdsByName<One extends { readonly id: Id }>(
  all: readonly One[],
  text: string,
  namesOf: (one: One) => readonly (Id | null | undefined)[],
): readonly string[] {
  const isMeant = (name: unknown) => String(name ?? '').toLowerCase() === text.toLowerCase();
  return [...new Set(all.filter((one) => namesOf(one).some(isMeant)).map(({ id }) => String(id)))];
}
