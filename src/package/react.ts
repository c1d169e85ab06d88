/** `slipway/react`: the form in a host's React, from a server of ours (docs/embed-in-react.md). */

export type { ContactFormContent, FormView, Placement, Receipt } from '../contact/index.ts';
export {
  ContactFormSection,
  type ContactFormSectionProps,
  type LoadedForm,
  prepareForm,
  useForm,
} from './react/client.tsx';
export { type FormAddress, type FormContent, fetchForm } from './react/fetch-form.ts';
