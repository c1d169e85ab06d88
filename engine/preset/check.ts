/*
 * The preset's part of the situations that `check` and `diff` visit. A preset provides the reading, the
 * description and the expectations of its members of scenarios; the axes along which its facts vary; and the
 * choices of the narrowed list.
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
  readYardScenario as readPresetScenario,
  toEnteredItem,
} from '../yard/scenarios/scenario-situation.ts';
