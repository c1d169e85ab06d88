import type { FactValues } from '../conditions/condition.ts';
import type { Situation } from '../model/types.ts';
import { getYardFacts } from '../yard/resolve/given-facts.ts';

/** Returns the facts that a situation gives directly. */
export function getGivenFacts(situation: Situation): FactValues {
  const { today } = situation;
  return { ...getYardFacts(situation), today, 'today.nextYear': Number(today.slice(0, 4)) + 1 };
}
