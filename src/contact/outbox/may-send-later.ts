import type { ContactFormSectionProps } from '../props.ts';

/** Returns true if enquiries of a section may be sent later. */
export function maySendLater({
  form,
  deliver,
  hasDraft,
}: Pick<ContactFormSectionProps, 'form' | 'deliver' | 'hasDraft'>): boolean {
  return form.settings.sendLater !== undefined && deliver === undefined && hasDraft !== false;
}
