/**
 * The modules that run in browsers. They are built as one file, which begins with `'use client'`, so that a host's
 * server may call `fetchForm`.
 */

export {
  ContactFormSection,
  type ContactFormSectionProps,
} from './contact-form-section.tsx';
export type {
  FormModule,
  FormSource,
  SubmitContext,
  SubmitProblem,
  SubmitResult,
} from './local/form-source-types.ts';
export { type PreparedForm, prepareForm } from './local/prepare-form.ts';
export { SlipwayForm, type SlipwayFormProps } from './local/slipway-form.tsx';
export { type LoadedForm, useForm } from './use-form.ts';
