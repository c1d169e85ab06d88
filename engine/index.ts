/**
 * The engine: pure TypeScript, without DOM, Node, React, clock or network. `compile` is in
 * `#engine/compile/index.ts`, so that no page loads it.
 */

export { findByName } from './model/find-by-name.ts';
export { isSameId } from './model/ids.ts';
export * from './model/names.ts';
export * from './model/option-sets.ts';
export { otherChoice } from './model/other-choice.ts';
export { awaitsOptions, hiddenReason, type SituationInputs, toSituation } from './model/situation.ts';
export * from './model/types.ts';
export { isUploadWidget, listUploadFields, toUploadPaths } from './model/uploads.ts';
export {
  getWidgetBehaviour,
  type ValueKind,
  type WidgetName,
  widgetNames,
  widgetUses,
} from './model/widgets.ts';
export {
  type Operation,
  operationText,
} from './model/wire/operations.ts';
export { getSubmitName, submitOperation } from './model/wire/submit-operation.ts';
export { fromVariables, isCheckbox, listWireFields, toVariables } from './model/wire/wire.ts';
export * from './preset/public.ts';
export { toDraftValues } from './resolve/draft-values.ts';
export { type JudgeInput, judgePlan } from './resolve/judge.ts';
export { needsScripts } from './resolve/needs-scripts.ts';
export { findOfferedValue } from './resolve/options.ts';
export { readNumber, writeNumber } from './resolve/read-number.ts';
export {
  createResolve,
  createResolveForAnswers,
  type ResolvePlan,
  resolve,
} from './resolve/resolve.ts';
export { areRetired, mergeListedTypes } from './resolve/types-offered.ts';
export { toClientForm } from './texts/client-form.ts';
export { lookUpLocale, textDirection } from './texts/locale.ts';
export {
  createTextFormatter,
  findFieldText,
  findInnerText,
  findText,
  formatText,
  formatValue,
  listTextKeys,
  problemMessage,
  type TextFormatter,
  toTextPath,
} from './texts/texts.ts';
export { tidyText } from './texts/tidy-text.ts';
