/**
 * The library for programs that show forms: a contact form section for the pages of a site, and the data that
 * a server passes to it.
 */

export { ContactFormSection } from './contact-form-section.tsx';
export { getAnswerTitle } from './content.ts';
export { toDraftKey } from './draft/draft-store.ts';
export { moveDraft } from './draft/move-draft.ts';
export { modalIdPrefix, sectionIdPrefix } from './enquiry/section-ids.ts';
export { createValidatorSource, importRetryable as importWithRetry } from './import-with-retry.ts';
export { LazyContactFormModal } from './load-modal.tsx';
export { loadOpeningModules } from './load-opening-modules.ts';
export { getPlacedSectionProps, isOpenedByButton } from './placement.ts';
export type { ContactFormSectionProps, Validators } from './props.ts';
export { PlainTextCopy as Copy } from './section/copy.tsx';
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
export { useUniqueSectionName } from './use-unique-section-name.ts';
