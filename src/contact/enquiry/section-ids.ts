import type { ContactFormSectionProps } from '../props.ts';

/** The id of the form in a page; also the prefix of its fields' ids. */
export const sectionIdPrefix = 'contact-form';

/** The id of the form in a dialog; the page may contain another form. */
export const modalIdPrefix = 'contact-dialog';

export type SectionIdentity = Pick<ContactFormSectionProps, 'inModal' | 'sectionName'>;

/**
 * Returns the id of the form, which is also the prefix of its fields' ids: `contact-form`, in a dialog
 * `contact-dialog`, for a named section `contact-form--sales` or `contact-dialog--sales`. Field names are
 * never empty, so ids are unique.
 */
export function getIdPrefix({ inModal, sectionName }: SectionIdentity): string {
  const base = inModal ? modalIdPrefix : sectionIdPrefix;
  return sectionName === undefined ? base : `${base}--${sectionName}`;
}

/** Returns the id of the section: `ContactFormSection`, for a named one `ContactFormSection-sales`. */
export function getSectionId({ sectionName }: SectionIdentity): string {
  return sectionName === undefined ? 'ContactFormSection' : `ContactFormSection-${sectionName}`;
}

/**
 * Returns true if the section may change the URL and title of its page, for its steps. False in a dialog and
 * for a named section.
 */
export function isMainSection({ inModal = false, sectionName }: SectionIdentity): boolean {
  return !inModal && sectionName === undefined;
}
