import type { Form } from '#engine';
import type { Reach } from '../../studio/protocol-people.ts';
import type { Content } from '../content/content.ts';
import type { DeskEnquiry, EnquiryReach } from '../store/desk-entry.ts';

/** The enquiries that somebody is limited to, as the store knows them: their types by id, their sites by domain. */
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

/** Whether somebody who is limited so sees an enquiry. */
export function isWithin(
  { types, sites }: EnquiryReach,
  { enquiryType, domain }: Pick<DeskEnquiry, 'enquiryType' | 'domain'>,
): boolean {
  return (types?.includes(String(enquiryType)) ?? true) && (sites?.includes(domain) ?? true);
}
