/** Edits documents. The studio uses this module in its page and on its server. */

export {
  type EditableMessage,
  type MessageBox,
  type MessageBoxes,
  type MessageCase,
  readEditableMessage,
  writeMessageBoxes,
} from '../messages/message-boxes.ts';
export { addTemplate, type FormTemplate, toFormTemplate } from './add-template.ts';
export { applyPatches, type Change, type ChangeTitle, type Patch } from './change.ts';
export {
  type Completion,
  listKeyCompletions,
  listValueCompletions,
} from './documents/document-completions.ts';
export { getTextsFile } from './documents/document-files.ts';
export { createDocumentPatches } from './documents/document-patches.ts';
export {
  formatDocumentText,
  maxDocumentLength,
  readDocumentText,
  type TextFault,
} from './documents/document-text.ts';
export { createEditableScope, type EditableScope } from './edit-scope.ts';
export { acceptsOtherChoice, setAcceptsOther } from './fields/accept-other.ts';
export { addField, canAddField, duplicateField } from './fields/add-field.ts';
export { listSchemaChoices, setChoices, setChoiceTexts } from './fields/choices.ts';
export { getGroup } from './fields/containers.ts';
export { countRemovedTexts, findDependents } from './fields/dependents.ts';
export {
  type BoundEnd,
  type FieldComparison,
  findFieldBounds,
  setFieldBound,
} from './fields/field-bounds.ts';
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
} from './fields/field-rules.ts';
export {
  type SharedEditScope,
  setFieldText,
  setKeyword,
  setRequired,
  setUiOption,
} from './fields/fields.ts';
export { addFittingExamples } from './fields/fitting-examples.ts';
export { chainEdits, setText } from './fields/members.ts';
export { canMoveInto, type FieldDestination, moveFieldTo } from './fields/move-field.ts';
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
} from './fields/outline.ts';
export { palette } from './fields/palette.ts';
export { removeField } from './fields/remove-field.ts';
export { listRulesAboutField } from './fields/rules-about-field.ts';
export { listTakeableFields, type TakeableField, takeField } from './fields/take-field.ts';
export { renewExpectation } from './renew-expectation.ts';
export {
  addRule,
  duplicateRule,
  listRules,
  moveRule,
  removeRule,
  setRule,
  type WrittenRule,
} from './rules.ts';
export { addScenario, addScenarioAnswers, renameScenario } from './scenarios.ts';
export { getSendLater, sendLaterLimits, setSendLater } from './send-later.ts';
export { addLanguage } from './texts/languages.ts';
export { findOutdatedTexts, type OutdatedTexts } from './texts/outdated-texts.ts';
export { createSampleTexts } from './texts/sample-texts.ts';
export { fixText, isFixableCode } from './texts/text-fixes.ts';
export {
  confirmTranslation,
  createTextTable,
  isNameKey,
  setTextOrName,
  type TextRow,
} from './texts/text-table.ts';
export {
  type ClosedState,
  findTypePeriod,
  findTypeRecipient,
  findTypeSites,
  getCapacity,
  getClosedText,
  getClosedTextKey,
  getThanksKey,
  hasReceipt,
  listOtherExclusions,
  listRecipientRules,
  setCapacity,
  setClosedText,
  setReceipt,
  setThanksText,
  setTypePeriod,
  setTypeRecipient,
  setTypeSites,
  type ThanksPart,
  type TypePeriod,
  thanksParts,
} from './type-settings.ts';
export { addType, copyType, getTypeNames, moveType, setRetired, setTypeName } from './types.ts';
