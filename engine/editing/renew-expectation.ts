import type { ScenarioDifference } from '../check/scenarios/differences.ts';
import type { Expectations } from '../check/scenarios/scenario.ts';
import type { Documents, Json } from '../model/types.ts';
import { getValueAtPath, type Patch } from './change.ts';

/**
 * Returns the patches that replace the expectations of a scenario by the current results, one for each
 * difference. An expectation without a result is removed, also one about a field that the form no longer
 * offers, and a result without an expectation is added.
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
      ...(found !== undefined &&
        !(found === null && isNeverNull(inExpectations)) && { after: found as Json }),
    };
  });
}

/** The expectations by field or key whose values may not be null (schemas/meta/scenarios.schema.json). */
const neverNull: readonly string[] = [
  'optionLabels',
  'loading',
  'labels',
  'marks',
  'widgets',
  'wide',
  'prefill',
  'problems',
  'messages',
  'texts',
] satisfies readonly (keyof Expectations)[];

/** Returns true for the path of a value in an expectation that may not be null. */
function isNeverNull([expectation, name]: readonly string[]): boolean {
  return name !== undefined && neverNull.includes(expectation ?? '');
}
