/** Documents changed: what the studio does to them, in its page and on its server alike. */

export { applyPatches, type Change, type ChangeTitle, type Patch } from './change.ts';
export { choicesOf, setChoices } from './choices.ts';
export { dependentsOf } from './dependents.ts';
export {
  addField,
  duplicateField,
  moveField,
  type Reach,
  removeField,
  setFieldText,
  setKeyword,
  setRequired,
  setUiOption,
} from './fields.ts';
export { addLanguage } from './languages.ts';
export { setText } from './members.ts';
export {
  confirmText,
  type OutdatedTexts,
  outdatedSince,
  outdatedTexts,
} from './outdated-texts.ts';
export {
  type FieldKind,
  fallbackLocale,
  fieldKinds,
  fieldText,
  localesOf,
  type OutlineField,
  type OutlineType,
  outlineOf,
  textsFile,
  typesOf,
  wholeSchema,
  wholeUi,
} from './outline.ts';
export { palette } from './palette.ts';
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
export { type TextRow, textTable } from './text-table.ts';
export { addType } from './types.ts';
