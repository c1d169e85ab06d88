import { type Form, findText, formatOfficeLabel, isSameId, listTextKeys, type Office } from '#engine';
import { findMailAddresses } from '../delivery/mail/addresses.ts';
import { toInertLine } from '../delivery/mail/inert-text.ts';
import { chooseMailLocale } from '../enquiries/judge/enquiry.ts';
import { type Content, findOffice, findSiteByDomain } from '../forms/content/content.ts';
import type { InboxEnquiry } from '../store/inbox-entry.ts';
import type { MailAddresses, MailNotice } from '../store/mail-queue.ts';

/**
 * Returns the current addresses of an enquiry's mail: the office that it was forwarded to, else those that
 * the content names.
 */
export function findCurrentMailAddresses(content: Content, enquiry: InboxEnquiry): MailAddresses {
  const { domain, forwardedTo } = enquiry;
  return findMailAddresses(content, forwardedTo === undefined ? enquiry : { domain, office: forwardedTo });
}

/**
 * Creates the notice for the office that an enquiry is forwarded to, in that office's language: the name of
 * the person who forwards it, and the office that has it so far, or else its site.
 */
export function createForwardNotice(
  enquiry: InboxEnquiry,
  { office, person }: { readonly office: Office; readonly person: string },
  { form, content }: { readonly form: Form; readonly content: Content },
): MailNotice {
  const { domain, enquiryType } = enquiry;
  const locale = chooseMailLocale(content, {
    officeSite: office.site?.id,
    site: findSiteByDomain(content, domain),
  });
  const holder = findOffice(content, enquiry.forwardedTo ?? enquiry.office ?? '');
  const from = holder ? formatOfficeLabel(holder) : domain;
  const type = form.types.find(({ id }) => isSameId(id, enquiryType));
  const text = findText(form, locale, listTextKeys(type?.key, 'mail.forwarded'), { person, from });
  // Older forms do not have this text.
  return { locale, text: toInertLine(text ?? `${from} → ${formatOfficeLabel(office)} (${person})`) };
}
