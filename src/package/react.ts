/**
 * `slipway/react`: React components and hooks that show a form in a page of another application, from a Slipway
 * server or without one (docs/embed-in-react.md).
 */

export type { MountedWidget, MountedWidgetProps, MountWidget } from '#widgets/rjsf/module-widget.tsx';
export type { ContactFormContent, FormView, Placement, Receipt } from '../contact/index.ts';
export {
  ContactFormSection,
  type ContactFormSectionProps,
  type FormSource,
  type LoadedForm,
  type PrecompiledForm,
  type PreparedForm,
  prepareForm,
  SlipwayForm,
  type SlipwayFormProps,
  type SubmitContext,
  type SubmitProblem,
  type SubmitResult,
  useForm,
} from './react/client.tsx';
export { type FormAddress, type FormContent, fetchForm } from './react/fetch-form.ts';
