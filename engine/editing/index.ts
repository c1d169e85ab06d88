/** Edits documents. The studio uses this module in its page and on its server. */

export { addField, canAdd, duplicateField } from './add-field.ts';
export { applyPatches, type Change, type ChangeTitle, type Patch } from './change.ts';
export { choicesOf, setChoices, setChoiceTexts } from './choices.ts';
export { groupOf } from './containers.ts';
export { dependentsOf, textsThatGo } from './dependents.ts';
export { type Completion, keysAt, valuesAt } from './document-completions.ts';
export { documentPatches } from './document-patches.ts';
export { documentText, mostDocumentText, readDocumentText, type TextFault } from './document-text.ts';
export {
  newFieldCondition,
  requireNever,
  requireWhen,
  requiringOf,
  type Showing,
  showEverywhere,
  showingOf,
  showOnSites,
  showWhen,
} from './field-rules.ts';
export {
  type Reach,
  setFieldText,
  setKeyword,
  setRequired,
  setUiOption,
} from './fields.ts';
export { withFittingExamples } from './fitting-examples.ts';
export { addLanguage } from './languages.ts';
export { inTurn, setText } from './members.ts';
export { canStandIn, type Destination, placeField } from './move-field.ts';
export { type OutdatedTexts, outdatedTexts } from './outdated-texts.ts';
export {
  contentLists,
  type FieldKind,
  fallbackLocale,
  fieldKinds,
  fieldNamed,
  fieldText,
  localesOf,
  namesInOutline,
  type OutlineField,
  type OutlineType,
  outlineOf,
  typesOf,
  wholeSchema,
  wholeUi,
} from './outline.ts';
export { type Scope, scopeOf } from './outside-reach.ts';
export { palette } from './palette.ts';
export { textsFile } from './places.ts';
export { removeField } from './remove-field.ts';
export { renewExpectation } from './renew-expectation.ts';
export {
  addRule,
  duplicateRule,
  moveRule,
  removeRule,
  rulesAbout,
  rulesOf,
  setRule,
  type WrittenRule,
} from './rules.ts';
export { sampleTexts } from './sample-texts.ts';
export { addScenario, enterInScenario, renameScenario } from './scenarios.ts';
export { addType, copyType, moveType, setRetired, setTypeName, typeNames } from './types.ts';
export { confirmText, isNameKey, setWord, type TextRow, textTable } from './words.ts';
