/**
 * `slipway/engine`: compiles documents to a form, resolves a form and a situation to a plan, judges a
 * submission, and explains a plan. It uses no React, no DOM and no Node (docs/architecture.md, "One function
 * decides").
 */

export {
  type Documents,
  type EnquiryType,
  type FieldPlan,
  type Form,
  type FormType,
  formatText,
  fromVariables,
  hiddenReason,
  type Id,
  type Json,
  type ListItem,
  type Lists,
  lookUpLocale,
  type Office,
  operationText,
  type Plan,
  type Problem,
  problemMessage,
  resolve,
  type Site,
  type Situation,
  sendContactUsOperation,
  textDirection,
  toVariables,
  type Values,
  withSiteFlags,
} from '#engine';
export { type Compilation, compile } from '#engine/compile/index.ts';
export type { FormDocument } from '#engine/documents/index.ts';
export { parseDocuments } from '#engine/editing/documents/index.ts';
export type { JudgedSubmission, Submitted } from '#widgets/validators/judge-submitted.ts';
export { type CompiledForm, compileSchemas } from '../server/forms/documents/compile-schemas.ts';
export { createSituation as situationOf } from './create-situation.ts';
export { type Explained, explain } from './explain.ts';
export { judgeValues as judgeSubmitted, type ValuesJudgement } from './judge-values.ts';
