import type { FactValues } from '../../conditions/condition.ts';
import type { Situation } from '../../model/types.ts';
import type { Office, YardPlan } from '../model/types.ts';

/**
 * The list that rules narrow twice, to its eligible and to its offered items: the offices of the page, under
 * the names by which `engine/resolve` uses it.
 */
export type NarrowedItem = Office;

export {
  officeField as itemField,
  officePrefix as itemPrefix,
  officeStage as itemStage,
} from '../model/names.ts';
export { getOfficeFacts as getItemFacts } from './given-facts.ts';
export {
  selectOfficeList as selectList,
  sortByLabel as sortItemsByLabel,
  sortEligibleOffices as sortEligibleItems,
} from './offices.ts';

/** Returns true if the list is already sorted by label in the situation's language. */
export function isListSorted({ content, locale }: Situation): boolean {
  return content.officesSortedIn === locale;
}

/** Returns the part of a plan that has the narrowed list. */
export function toListPlan(eligible: readonly Office[], offered: readonly Office[]): YardPlan {
  return { eligibleOffices: eligible, offeredOffices: offered };
}

/** Returns the offered items of a plan. */
export function getOfferedItems({ offeredOffices }: YardPlan): readonly NarrowedItem[] {
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
