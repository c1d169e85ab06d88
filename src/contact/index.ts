/**
 * The library for programs that show forms: a contact form section for the pages of a site, and the data that
 * a server passes to it.
 */

export { ContactFormSection } from './contact-form-section.tsx';
export { titleOfAnswer } from './content.ts';
export { draftKey } from './draft/draft-store.ts';
export { moveDraft } from './draft/move-draft.ts';
export { modalIdPrefix, sectionIdPrefix } from './enquiry/section-ids.ts';
export { importAt, validatorsAt } from './import-at.ts';
export { ContactFormModal } from './load-modal.tsx';
export { partsOfOpening } from './parts-of-opening.ts';
export type { ContactFormSectionProps, Validators } from './props.ts';
export { Copy } from './section/copy.tsx';
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
export { useTurn } from './use-turn.ts';
