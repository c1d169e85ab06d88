/*
 * The preset's part of scenarios and of the situations that `check` and `diff` visit. A preset provides its
 * members of scenarios with their reading, their description and their expectations; the axes along which its
 * facts vary; and the choices of the narrowed list, whose items scenarios have by name.
 */

export { listContentAxes, listPageAxes } from '../yard/scenarios/axes.ts';
export {
  describeYardSituation as describePresetSituation,
  type GetItemName,
  listOfferedKinds,
  nameItems,
  pickNamedItems,
  removableYardKeys as removablePresetKeys,
  usualYardValues as usualPresetValues,
} from '../yard/scenarios/describe-situation.ts';
export {
  describeOfferedItems,
  type YardExpectations as PresetExpectations,
  yardExpectationReaders as presetExpectationReaders,
} from '../yard/scenarios/expectations.ts';
export {
  createPreselectionAxis,
  createPreselections,
  findListChoices,
  type ListInput,
  readsPreselection,
} from '../yard/scenarios/office-choices.ts';
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
export {
  readYardScenario as readPresetScenario,
  toEnteredItem,
} from '../yard/scenarios/scenario-situation.ts';
