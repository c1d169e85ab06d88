/** `slipway/react`: the form in a host's React, from a server of ours (docs/package.md, "In React"). */

export type { ContactFormContent, FormView, Placement, Receipt } from '../contact/index.ts';
export {
  ContactFormSection,
  type ContactFormSectionProps,
  type LoadedForm,
  prepareForm,
  useForm,
} from './react/client.tsx';
export { type FormAddress, type FormContent, fetchForm } from './react/fetch-form.ts';
