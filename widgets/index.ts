/**
 * Renders plans with React and RJSF. Modules that a server runs without a bundler are in
 * `#widgets/validators/*.ts`.
 */

export { announcementDelayMs } from './announcement-delay.ts';
export {
  EnquiryFields,
  type EnquiryFieldsHandle,
  type EnquiryFieldsProps,
} from './enquiry-fields.tsx';
export { getFocusedElement } from './fields/focused-element.ts';
export { toControlId } from './fields/pointer.ts';
export { getLazyModulesLoader } from './lazy-modules.ts';
export { applyLoadedConditions, applyLoadedSentConditions } from './nested/apply-conditions.ts';
export { loadNestedFields, useNestedFields } from './nested/load-nested-fields.ts';
export { needsNestedFields } from './nested/needs-nested-fields.ts';
export { createTypeCheck } from './nested/type-check.ts';
export { useIsHydrating } from './use-is-hydrating.ts';
export type { ValidatorModule } from './validators/validator-module.ts';
