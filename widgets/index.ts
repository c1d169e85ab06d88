/** APPEARANCE: draws plans with React and RJSF. What a server runs without a bundler stands apart in `#widgets/validators/*.ts`. */

export {
  EnquiryFields,
  type EnquiryFieldsHandle,
  type EnquiryFieldsProps,
} from './enquiry-fields.tsx';
export { controlId } from './fields/pointer.ts';
export { applyConditions } from './nested/apply-conditions.ts';
export { loadNestedFields, useNestedFields } from './nested/load-nested-fields.ts';
export { needsNestedFields } from './nested/needs-nested-fields.ts';
export { useIsHydrating } from './use-is-hydrating.ts';
export type { ValidatorModule } from './validators/validator-module.ts';
export { schemaCheck } from './validators/validator-module.ts';
