/** APPEARANCE: draws plans with React and RJSF. What runs on a server without a bundler stands apart in `#widgets/validators/*.ts`. */

export {
  EnquiryFields,
  type EnquiryFieldsHandle,
  type EnquiryFieldsProps,
  type PhotosPort,
  type PhotosSlot,
} from './enquiry-fields.tsx';
export type { ValidatorModule } from './validators/validator-module.ts';
