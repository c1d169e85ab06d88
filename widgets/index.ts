/** APPEARANCE: draws plans with React and RJSF. What a server runs without a bundler stands apart in `#widgets/validators/*.ts`. */

export {
  EnquiryFields,
  type EnquiryFieldsHandle,
  type EnquiryFieldsProps,
  type PhotosSlot,
} from './enquiry-fields.tsx';
export { schemaCheck } from './validators/check.ts';
export { needsValidators, settle } from './validators/conditional-fields.ts';
export type { ValidatorModule } from './validators/validator-module.ts';
