import type { ContactFormSectionProps } from '../props.ts';

/** The id of the form in a page. */
export const sectionIdPrefix = 'contact-form';

/** The id of the form in a dialog: a page may have another beside it. */
export const modalIdPrefix = 'contact-dialog';

/** What the ids of a section depend on. */
export type Named = Pick<ContactFormSectionProps, 'inModal' | 'sectionName'>;

/** The form's id, and what its fields' ids begin with: `contact-form`, of a section with a name `contact-form--sales`. No field has an empty name. */
export function idPrefixOf({ inModal, sectionName }: Named): string {
  const base = inModal ? modalIdPrefix : sectionIdPrefix;
  return sectionName === undefined ? base : `${base}--${sectionName}`;
}

/** `ContactFormSection`, of a section with a name `ContactFormSection-sales`. */
export function sectionIdOf({ sectionName }: Named): string {
  return sectionName === undefined ? 'ContactFormSection' : `ContactFormSection-${sectionName}`;
}

/** Whether the steps of a section stand in the address and the title of its page: a dialog's and a second section's do not. */
export function isPagesOwn({ inModal = false, sectionName }: Named): boolean {
  return !inModal && sectionName === undefined;
}
