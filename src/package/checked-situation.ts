import { type Situation, type SituationInputs, situationOf } from '#engine';

const required = ['site', 'enquiryTypes', 'eventTitles', 'locale', 'today', 'entered'] as const;

/**
 * Returns the situation that inputs describe, as `situationOf` of the engine does, for callers whose compiler has not checked them.
 *
 * @throws TypeError that names each required input which is missing.
 */
export function checkedSituationOf(inputs: SituationInputs): Situation {
  const given: Partial<SituationInputs> = Object(inputs);
  const missing = required.filter((name) => given[name] === undefined || given[name] === null);
  if (missing.length > 0)
    throw new TypeError(
      `Cannot describe a situation: ${missing.map((name) => `"${name}"`).join(', ')} missing. Give ${missing.length === 1 ? 'it' : 'them'} to situationOf(); docs/package.md lists all inputs.`,
    );
  return situationOf(inputs);
}
