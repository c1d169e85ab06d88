/**
 * `slipway/react`: React components and hooks that show a form from a Slipway server in a page of another
 * application (docs/embed-in-react.md).
 */

export type { ContactFormContent, FormView, Placement, Receipt } from '../contact/index.ts';
export {
  ContactFormSection,
  type ContactFormSectionProps,
  type LoadedForm,
  prepareForm,
  useForm,
} from './react/client.tsx';
export { type FormAddress, type FormContent, fetchForm } from './react/fetch-form.ts';
