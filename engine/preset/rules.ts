/*
 * The preset's part of the rule editor's model and of sentences. A preset provides the known values of its
 * facts and their display names, and its parts of an explanation and of described situations.
 */

export {
  findYardReference as findPresetReference,
  getNamedOffices as getNamedItems,
  isFactOfOffices as isFactOfItems,
  isFactOfServices as isUnquotedFact,
  listYardValues as listPresetValues,
  officeFactGroup as itemFactGroup,
  officeReference as itemReference,
  type YardNamedContent as PresetNamedContent,
  yardPlaces as presetPlaces,
} from '../yard/model/fact-values.ts';
export {
  explainOffices as explainItems,
  listOfficeRows as listItemRows,
  type YardExplanation as PresetExplanation,
} from '../yard/resolve/explain-offices.ts';
export {
  listNarrowedListConditions,
  listYardConditions as listPresetConditions,
  setsLists,
} from '../yard/scenarios/scenario-conditions.ts';
