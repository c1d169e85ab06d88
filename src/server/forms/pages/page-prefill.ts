import type { Values } from '#engine';
import { readPrefill } from '#engine/resolve/prefill.ts';
import { type PageVisit, toVisitSituation } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { CheckTimeoutError, withinTime } from '../documents/time-limit.ts';

/**
 * Returns the values with which the address of a page fills its form, judged like those that a visitor sends;
 * undefined if there are none, or if checking them takes too long.
 * @param address The path with the query.
 */
export function readPagePrefill(
  { form, compiledOf }: CompiledForm,
  visit: PageVisit,
  address: string,
): Values | undefined {
  const start = address.indexOf('?');
  if (start === -1) return undefined;
  try {
    const values = withinTime(() =>
      readPrefill({
        form,
        parameters: new URLSearchParams(address.slice(start)),
        getSituation: () => toVisitSituation(form, visit, {}),
        findCheck: (type) => compiledOf(type).check,
      }),
    );
    return Object.keys(values).length === 0 ? undefined : values;
  } catch (error) {
    if (error instanceof CheckTimeoutError) return undefined;
    throw error;
  }
}
