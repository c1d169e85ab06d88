/** The public component: a contact form section for the pages of a site. */

export { titleOfAnswer } from './answer-title.ts';
export { ContactFormModal } from './contact-form-modal.tsx';
export { ContactFormSection } from './contact-form-section.tsx';
export { openingType } from './opening-type.ts';
export type { ContactFormSectionProps, PostAnswer, Validators } from './props.ts';
