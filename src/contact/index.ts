/** The library that programs build on: a contact form section for the pages of a site, and what a server hands to it. */

export { titleOfAnswer } from './answer-title.ts';
export { ContactFormModal } from './contact-form-modal.tsx';
export { ContactFormSection } from './contact-form-section.tsx';
export { openingType } from './opening-type.ts';
export type { ContactFormSectionProps, Validators } from './props.ts';
export type {
  ContactFormContent,
  FormView,
  LandingData,
  NamedProblem,
  Placement,
  PostAnswer,
  PostedPhoto,
  PostOutcome,
  Receipt,
  SectionData,
  Social,
} from './section-data.ts';
