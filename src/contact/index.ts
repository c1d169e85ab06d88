/** The public component: a contact form section for the pages of a site. */

export { ContactFormModal } from './contact-form-modal.tsx';
export { ContactFormSection } from './contact-form-section.tsx';
export type {
  ContactFormContent,
  ContactFormSectionProps,
  Endpoints,
  LandingData,
  Receipt,
  Social,
  Validators,
} from './props.ts';
