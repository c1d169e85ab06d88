/** APPEARANCE: draws plans with React and RJSF. What a server runs without a bundler stands apart in `#widgets/validators/*.ts`. */

export {
  EnquiryFields,
  type EnquiryFieldsHandle,
  type EnquiryFieldsProps,
  type PhotosSlot,
} from './enquiry-fields.tsx';
export { loadInside, useInside } from './inside/inside.ts';
export { needsInside } from './inside/needs-inside.ts';
export { settle } from './inside/settle.ts';
export { schemaCheck } from './validators/check.ts';
export type { ValidatorModule } from './validators/validator-module.ts';
