import type { RJSFSchema } from '@rjsf/utils';
import { together } from '#engine/json-schema/together.ts';
import { asList, asObject } from '#engine/json-schema/values.ts';
import { shallowAllOfMerge } from './rjsf-utilities.ts';

/**
 * Merges what an `allOf` holds into one schema, as RJSF does. Where the parts contradict each other, as the branches of conditions do that
 * all hold as long as nothing is answered, RJSF would leave every part out; here each has its fields drawn, and the judge says what is
 * wrong.
 */
export function mergeAllOf({ allOf, ...schema }: RJSFSchema): RJSFSchema {
  try {
    const merged = shallowAllOfMerge({ ...schema, ...(allOf && { allOf }) });
    if (typeof merged !== 'boolean') return merged;
  } catch {
    // The parts have nothing in common.
  }
  return asList(allOf).map(asObject).reduce(together, schema);
}
