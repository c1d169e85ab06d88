/**
 * The engine: pure TypeScript, without DOM, Node, React, clock or network. `compile` is in
 * `#engine/compile/index.ts`, so that no page loads it.
 */

export { byName } from './by-name.ts';
export { clientForm } from './client-form.ts';
export { draftValues } from './draft-values.ts';
export { type ContentEvent, eventTitlesFrom } from './events.ts';
export { isSameId } from './ids.ts';
export { judge, type Submission } from './judge.ts';
export { lookUpLocale, textDirection } from './locale.ts';
export * from './names.ts';
export { needsScripts } from './needs-scripts.ts';
export {
  type Operation,
  operationText,
  sendContactUsOperation,
} from './operations.ts';
export { byLabel, officeLabel } from './resolve/offices.ts';
export { offeredOf } from './resolve/options.ts';
export { readNumber, writeNumber } from './resolve/read-number.ts';
export { createResolve, type Resolve, resolve, resolveAnswers } from './resolve/resolve.ts';
export { tidyText } from './resolve/tidy-text.ts';
export { areRetired, listedTypes } from './resolve/types-offered.ts';
export { withSiteFlags } from './site-flags.ts';
export { awaitsEventTitles, hiddenReason, type SituationInputs, situationOf } from './situation.ts';
export {
  fieldText,
  firstText,
  formatText,
  namesOf,
  placeText,
  problemMessage,
  type Text,
  textKeys,
  textsOf,
  valueText,
} from './texts.ts';
export * from './types.ts';
export { isUploadWidget, pathsOf, uploadFields } from './uploads.ts';
export { fromVariables, isTick, toVariables, wireFields } from './wire.ts';
