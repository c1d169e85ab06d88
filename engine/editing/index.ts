/** Edits documents. The studio uses this module in its page and on its server. */

export { addField, canAddField, duplicateField } from './add-field.ts';
export { applyPatches, type Change, type ChangeTitle, type Patch } from './change.ts';
export { listSchemaChoices, setChoices, setChoiceTexts } from './choices.ts';
export { getGroup } from './containers.ts';
export { countRemovedTexts, findDependents } from './dependents.ts';
export { type Completion, listKeyCompletions, listValueCompletions } from './document-completions.ts';
export { getTextsFile } from './document-files.ts';
export { createDocumentPatches } from './document-patches.ts';
export { formatDocumentText, maxDocumentLength, readDocumentText, type TextFault } from './document-text.ts';
export { createEditableScope, type EditableScope } from './edit-scope.ts';
export {
  createFieldCondition,
  type DisplayRule,
  findDisplayRule,
  findRequiringRule,
  removeRequiringRule,
  requireFieldWhen,
  showFieldEverywhere,
  showFieldOnSites,
  showFieldWhen,
} from './field-rules.ts';
export {
  type SharedEditScope,
  setFieldText,
  setKeyword,
  setRequired,
  setUiOption,
} from './fields.ts';
export { addFittingExamples } from './fitting-examples.ts';
export { addLanguage } from './languages.ts';
export { chainEdits, setText } from './members.ts';
export { canMoveInto, type FieldDestination, moveFieldTo } from './move-field.ts';
export { findOutdatedTexts, type OutdatedTexts } from './outdated-texts.ts';
export {
  createOutline,
  fieldKinds,
  findFieldTextEntry,
  findOutlineField,
  getFallbackLocale,
  getMergedSchema as getWholeSchema,
  getMergedUi as getWholeUi,
  listContentLists,
  listOutlineNames,
  listOutlineTypes,
  listTextLocales,
  type OutlineField,
  type OutlineFieldKind,
  type OutlineType,
} from './outline.ts';
export { palette } from './palette.ts';
export { removeField } from './remove-field.ts';
export { renewExpectation } from './renew-expectation.ts';
export {
  addRule,
  duplicateRule,
  listRules,
  listRulesAboutField,
  moveRule,
  removeRule,
  setRule,
  type WrittenRule,
} from './rules.ts';
export { createSampleTexts } from './sample-texts.ts';
export { addScenario, addScenarioAnswers, renameScenario } from './scenarios.ts';
export { confirmTranslation, createTextTable, isNameKey, setTextOrName, type TextRow } from './text-table.ts';
export { addType, copyType, getTypeNames, moveType, setRetired, setTypeName } from './types.ts';
