/*
 * The preset's part of `engine/resolve`. A preset provides the facts that its part of a situation gives; the
 * options of each of its option sets; and the list that rules narrow twice, to its eligible and to its offered
 * items: the list of a situation, the order and the facts of its items, and the facts and the part of the plan
 * about them. A preset without such a list returns an empty one.
 */

export {
  getOfficeFacts as getItemFacts,
  getYardFacts as getPresetFacts,
} from '../yard/resolve/given-facts.ts';
export {
  getEligibleItems,
  getListFacts,
  getListFactsOfPlan,
  getListIds,
  getOfferedItems,
  isListSorted,
  toListPlan,
} from '../yard/resolve/narrowed-list.ts';
export {
  selectOfficeList as selectList,
  sortByLabel as sortItemsByLabel,
  sortEligibleOffices as sortEligibleItems,
} from '../yard/resolve/offices.ts';
export { yardOptionReaders as presetOptionReaders } from '../yard/resolve/option-readers.ts';
