import type { Form } from '#engine';
import type { AccessScope } from '../../api/people.ts';
import type { Content } from '../forms/content/content.ts';
import type { EnquiryScope, InboxEnquiry } from '../store/records/inbox-entry.ts';

/**
 * Converts a person's limits to the scope that the store filters by: types by id, sites by domain. Absent
 * limits stay absent. Types and sites that do not exist any more are left out, so that an empty list includes
 * no enquiry.
 */
export function toEnquiryScope(
  { types, sites }: Pick<AccessScope, 'types' | 'sites'>,
  { form, content }: { readonly form: Form; readonly content: Content },
): EnquiryScope {
  return {
    ...(types && {
      types: form.types.filter(({ key }) => types.includes(key)).map(({ id }) => String(id)),
    }),
    ...(sites && {
      sites: content.sites.filter(({ id }) => sites.includes(String(id))).map(({ domain }) => domain),
    }),
  };
}

/** Returns true if the scope includes the type and the site of an enquiry. An absent limit includes all. */
export function isInEnquiryScope(
  { types, sites }: EnquiryScope,
  { enquiryType, domain }: Pick<InboxEnquiry, 'enquiryType' | 'domain'>,
): boolean {
  return (types?.includes(String(enquiryType)) ?? true) && (sites?.includes(domain) ?? true);
}
