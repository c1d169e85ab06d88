import type { RJSFSchema } from '@rjsf/utils';
import { intersectSchemas } from '#engine/json-schema/intersect-schemas.ts';
import { asList, asObject } from '#engine/json-schema/values.ts';
import { shallowAllOfMerge } from './rjsf-utilities.ts';

/**
 * Returns a schema with its `allOf` merged into it; an equal copy if it has none. If parts contradict each
 * other, RJSF would ignore all of them; here they are intersected, so that the fields of all parts are
 * rendered and the judge reports problems. That happens with conditions that are all true until something is
 * entered.
 */
export function mergeAllOf({ allOf, ...schema }: RJSFSchema): RJSFSchema {
  try {
    const merged = shallowAllOfMerge({ ...schema, ...(allOf && { allOf }) });
    if (typeof merged !== 'boolean') return merged;
  } catch {
    // The parts contradict each other.
  }
  return asList(allOf).map(asObject).reduce(intersectSchemas, schema);
}
