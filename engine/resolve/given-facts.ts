import type { FactValues } from '../conditions/condition.ts';
import type { Situation } from '../model/types.ts';
import { getPresetFacts } from '../preset/resolve.ts';

/** Returns the facts that a situation gives directly. */
export function getGivenFacts(situation: Situation): FactValues {
  const { today } = situation;
  return { ...getPresetFacts(situation), today, 'today.nextYear': Number(today.slice(0, 4)) + 1 };
}
