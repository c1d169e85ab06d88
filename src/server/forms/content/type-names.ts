import { type Form, findText, type Id, isSameId } from '#engine';
import { getLocalisedName } from '#engine/texts/locale.ts';
import type { Content, Page } from './content.ts';

/**
 * Returns the title of a page: that of the content, else the name of the first type of the page, or of the
 * form, in a language. Empty for a form without types.
 */
export function findPageTitle(
  { title, enquiryTypes: [first] }: Pick<Page, 'title' | 'enquiryTypes'>,
  sources: { readonly form: Form; readonly content: Pick<Content, 'enquiryTypes'> },
  locale: string,
): string {
  const type = first ?? sources.form.types[0];
  return title ?? (type === undefined ? '' : findTypeName(sources, type.id, locale));
}

/**
 * Returns the name of an enquiry type: from the content, else from the form; its id if neither has the type.
 */
export function findTypeName(
  { form, content }: { readonly form: Form; readonly content: Pick<Content, 'enquiryTypes'> },
  id: Id,
  locale: string,
): string {
  const ofContent = content.enquiryTypes.find((type) => isSameId(type.id, id));
  if (ofContent) return getLocalisedName(ofContent, locale);
  const type = form.types.find((one) => isSameId(one.id, id));
  if (type === undefined) return String(id);
  const { title } = type.schema;
  return findText(form, locale, [`types.${type.key}.name`]) ?? (typeof title === 'string' ? title : type.key);
}
