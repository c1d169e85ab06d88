/**
 * The engine: pure TypeScript, without DOM, Node, React, clock or network. `compile` is in
 * `#engine/compile/index.ts`, so that no page loads it.
 */

export { toClientForm } from './client-form.ts';
export { toDraftValues } from './draft-values.ts';
export { type ContentEvent, listEventTitles } from './events.ts';
export { findByName } from './find-by-name.ts';
export { isSameId } from './ids.ts';
export { type JudgeInput, judgePlan } from './judge.ts';
export { lookUpLocale, textDirection } from './locale.ts';
export * from './names.ts';
export { needsScripts } from './needs-scripts.ts';
export {
  type Operation,
  operationText,
  sendContactUsOperation,
} from './operations.ts';
export { formatOfficeLabel, sortByLabel } from './resolve/offices.ts';
export { findOfferedValue } from './resolve/options.ts';
export { readNumber, writeNumber } from './resolve/read-number.ts';
export {
  createResolve,
  createResolveForAnswers,
  type ResolvePlan,
  resolve,
} from './resolve/resolve.ts';
export { tidyText } from './resolve/tidy-text.ts';
export { areRetired, mergeListedTypes } from './resolve/types-offered.ts';
export { withSiteFlags } from './site-flags.ts';
export { awaitsEventTitles, hiddenReason, type SituationInputs, toSituation } from './situation.ts';
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
} from './texts.ts';
export * from './types.ts';
export { isUploadWidget, listUploadFields, toUploadPaths } from './uploads.ts';
export { fromVariables, isCheckbox, listWireFields, toVariables } from './wire.ts';
