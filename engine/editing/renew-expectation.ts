import type { Difference } from '../scenarios/differences.ts';
import type { Documents, Json } from '../types.ts';
import { type Patch, valueAt } from './change.ts';

/**
 * Updates the expectations of a scenario to the current results, one patch for each difference. For intended
 * changes.
 */
export function renewExpectation(
  documents: Documents,
  name: string,
  differences: readonly Pick<Difference, 'what' | 'found'>[],
): readonly Patch[] {
  const file = 'scenarios.json';
  return differences.map(({ what, found }): Patch => {
    const path = ['scenarios', name, 'expect', ...what.split('.')];
    const before = valueAt((documents as Readonly<Record<string, Json | undefined>>)[file], path);
    return {
      file,
      path,
      ...(before !== undefined && { before }),
      ...(found !== undefined && { after: found as Json }),
    };
  });
}
