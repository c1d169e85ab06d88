import type { Id } from '#engine';
import { UsageError } from './enquiry-usage.ts';

/** The one id of those that a text means. @throws UsageError where there is none, or several are. */
export function theOne(text: string, called: readonly string[], unknown: string): string {
  const [first, ...others] = called;
  if (first === undefined) throw new UsageError(unknown);
  if (others.length > 0)
    throw new UsageError(`${JSON.stringify(text)} may be ${called.join(' or ')}: give one of these ids`);
  return first;
}

/** Ids of what a text means, by any of its names, whatever its case. */
export function called<One extends { readonly id: Id }>(
  all: readonly One[],
  text: string,
  namesOf: (one: One) => readonly (Id | null | undefined)[],
): readonly string[] {
  const isMeant = (name: unknown) => String(name ?? '').toLowerCase() === text.toLowerCase();
  return [...new Set(all.filter((one) => namesOf(one).some(isMeant)).map(({ id }) => String(id)))];
}
