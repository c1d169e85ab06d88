/*
 * The preset's members of scenarios. A preset provides their types, and functions for the items of the narrowed
 * list, which scenarios have by name.
 */

export {
  addItems,
  createFirstDocument,
  describeChosenItem,
  getItems,
  getPreselection,
  itemsMember,
  listOfferedValues,
  mergeItems,
  type NamedItems,
  namedThings,
  pickMissingItems,
  replaceItems,
  type YardDocument as PresetDocument,
  type YardScenario as PresetScenario,
} from '../yard/scenarios/scenario.ts';
