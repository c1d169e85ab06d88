/** Documents changed: what the studio does to them, in its page and on its server alike. */

export { applyPatches, type Change, type ChangeTitle, type Patch } from './change.ts';
export {
  addField,
  addType,
  choicesOf,
  dependentsOf,
  duplicateField,
  moveField,
  type Reach,
  removeField,
  setChoices,
  setFieldText,
  setKeyword,
  setRequired,
  setRule,
  setText,
  setUiOption,
} from './edits.ts';
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
