import type { ScenarioDifference } from '../check/scenarios/differences.ts';
import type { Documents, Json } from '../model/types.ts';
import { getValueAtPath, type Patch } from './change.ts';

/**
 * Returns the patches that replace the expectations of a scenario by the current results, one for each
 * difference. An expectation without a result is removed, and a result without an expectation is added.
 * @param name The name of the scenario.
 */
export function renewExpectation(
  documents: Documents,
  name: string,
  differences: readonly Pick<ScenarioDifference, 'path' | 'found'>[],
): readonly Patch[] {
  const file = 'scenarios.json';
  return differences.map(({ path: inExpectations, found }): Patch => {
    const path = ['scenarios', name, 'expect', ...inExpectations];
    const before = getValueAtPath((documents as Readonly<Record<string, Json | undefined>>)[file], path);
    return {
      file,
      path,
      ...(before !== undefined && { before }),
      ...(found !== undefined && { after: found as Json }),
    };
  });
}
