/** The public component: a contact form section for the pages of a site. */

export { ContactFormModal } from './contact-form-modal.tsx';
export { ContactFormSection } from './contact-form-section.tsx';
export type { ContactFormSectionProps, Validators } from './props.ts';
