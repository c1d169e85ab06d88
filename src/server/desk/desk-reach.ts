import type { Form } from '#engine';
import type { Reach } from '../../studio/protocol-people.ts';
import type { Content } from '../content/content.ts';
import type { DeskEnquiry, EnquiryReach } from '../store/desk-entry.ts';

/** Converts a person's limits to the scope that the store filters by: types by id, sites by domain. */
export function enquiryReach(
  { types, sites }: Pick<Reach, 'types' | 'sites'>,
  { form, content }: { readonly form: Form; readonly content: Content },
): EnquiryReach {
  return {
    ...(types && {
      types: form.types.filter(({ key }) => types.includes(key)).map(({ id }) => String(id)),
    }),
    ...(sites && {
      sites: content.sites.filter(({ id }) => sites.includes(String(id))).map(({ domain }) => domain),
    }),
  };
}

export function isWithin(
  { types, sites }: EnquiryReach,
  { enquiryType, domain }: Pick<DeskEnquiry, 'enquiryType' | 'domain'>,
): boolean {
  return (types?.includes(String(enquiryType)) ?? true) && (sites?.includes(domain) ?? true);
}
