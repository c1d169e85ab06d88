import type { FactValues } from '../../conditions/condition.ts';
import type { Situation } from '../../model/types.ts';
import type { Office, YardPlan } from '../model/types.ts';

/** Returns true if the list is already sorted by label in the situation's language. */
export function isListSorted({ content, locale }: Situation): boolean {
  return content.officesSortedIn === locale;
}

/** Returns the part of a plan that has the narrowed list. */
export function toListPlan(eligible: readonly Office[], offered: readonly Office[]): YardPlan {
  return { eligibleOffices: eligible, offeredOffices: offered };
}

/** Returns the eligible items of a plan. */
export function getEligibleItems({ eligibleOffices }: YardPlan): readonly Office[] {
  return eligibleOffices;
}

/** Returns the offered items of a plan. */
export function getOfferedItems({ offeredOffices }: YardPlan): readonly Office[] {
  return offeredOffices;
}

/** Returns the facts about the narrowed list: that it has eligible, and that it has offered items. */
export function getListFacts(eligible: readonly Office[], offered: readonly Office[]): FactValues {
  return { offices: { anyEligible: eligible.length > 0, anyOffered: offered.length > 0 } };
}

/** Returns the facts about the narrowed list of a plan. */
export function getListFactsOfPlan({ eligibleOffices, offeredOffices }: YardPlan): FactValues {
  return getListFacts(eligibleOffices, offeredOffices);
}

/** Returns the ids of the eligible and of the offered items of a plan. */
export function getListIds({ eligibleOffices, offeredOffices }: YardPlan): readonly (readonly unknown[])[] {
  return [eligibleOffices, offeredOffices].map((offices) => offices.map(({ id }) => id));
}
