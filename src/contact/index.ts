/** The library that programs build on: a contact form section for the pages of a site, and what a server hands to it. */

export { ContactFormSection } from './contact-form-section.tsx';
export { titleOfAnswer } from './content.ts';
export { draftKey } from './draft/draft-store.ts';
export { modalIdPrefix, sectionIdPrefix } from './enquiry/section-ids.ts';
export { ContactFormModal, loadModal } from './load-modal.tsx';
export { openingType } from './opening-plan.ts';
export { loadPiping } from './piping/load-piping.ts';
export type { ContactFormSectionProps, Validators } from './props.ts';
export { isResumable, loadResume } from './resume/load-resume.ts';
export { Copy } from './section/copy.tsx';
export { loadSocialLinks } from './section/load-social-links.ts';
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
export { loadSteps } from './steps/load-steps.ts';
export { useTurn } from './use-turn.ts';
