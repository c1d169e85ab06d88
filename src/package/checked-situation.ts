import { type Situation, type SituationInputs, toSituation } from '#engine';

const required = ['site', 'enquiryTypes', 'eventTitles', 'locale', 'today', 'entered'] as const;

/**
 * Creates the situation that the inputs describe, and checks at run time that all required inputs are given.
 * @throws TypeError If required inputs are missing or null. The message names them.
 */
export function checkedSituationOf(inputs: SituationInputs): Situation {
  const given: Partial<SituationInputs> = Object(inputs);
  const missing = required.filter((name) => given[name] === undefined || given[name] === null);
  if (missing.length > 0)
    throw new TypeError(
      `Cannot describe a situation: ${missing.map((name) => `"${name}"`).join(', ')} missing. Give ${missing.length === 1 ? 'it' : 'them'} to situationOf(); docs/package.md lists all inputs.`,
    );
  return toSituation(inputs);
}
