import type { ContactFormSectionProps } from '../props.ts';

/** The id of the form in a page. */
export const sectionIdPrefix = 'contact-form';

/** The id of the form in a dialog; the page may contain another form. */
export const modalIdPrefix = 'contact-dialog';

export type Named = Pick<ContactFormSectionProps, 'inModal' | 'sectionName'>;

/**
 * Returns the id of the form, which is also the prefix of its fields' ids: `contact-form`, for a named
 * section `contact-form--sales`. Field names are never empty, so ids are unique.
 */
export function idPrefixOf({ inModal, sectionName }: Named): string {
  const base = inModal ? modalIdPrefix : sectionIdPrefix;
  return sectionName === undefined ? base : `${base}--${sectionName}`;
}

/** Returns the id of the section: `ContactFormSection`, for a named one `ContactFormSection-sales`. */
export function sectionIdOf({ sectionName }: Named): string {
  return sectionName === undefined ? 'ContactFormSection' : `ContactFormSection-${sectionName}`;
}

/**
 * Returns true if the steps of a section appear in the URL and title of its page. This is false for a dialog
 * and for a second section.
 */
export function isPagesOwn({ inModal = false, sectionName }: Named): boolean {
  return !inModal && sectionName === undefined;
}
