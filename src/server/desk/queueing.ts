import { type Form, firstText, isSameId, type Office, officeLabel, textKeys } from '#engine';
import { type Content, officeOfId, siteOfDomain } from '../content/content.ts';
import { mailLocale } from '../judge/enquiry.ts';
import { mailAddresses } from '../mail/addresses.ts';
import { inertLine } from '../mail/inert.ts';
import type { DeskEnquiry } from '../store/desk-entry.ts';
import type { MailAddresses, MailNotice } from '../store/mail-queue.ts';

/**
 * Returns the current addresses of an enquiry's mail: the office that it was forwarded to, else those that
 * the content names.
 */
export function addressesOf(content: Content, enquiry: DeskEnquiry): MailAddresses {
  const { domain, forwardedTo } = enquiry;
  return mailAddresses(content, forwardedTo === undefined ? enquiry : { domain, office: forwardedTo });
}

/**
 * Creates the notice for the office that an enquiry is forwarded to, in its language: who forwards it, and
 * from which office.
 */
export function forwardNotice(
  enquiry: DeskEnquiry,
  { office, person }: { readonly office: Office; readonly person: string },
  { form, content }: { readonly form: Form; readonly content: Content },
): MailNotice {
  const { domain, enquiryType } = enquiry;
  const locale = mailLocale(content, {
    officeSite: office.site?.id,
    site: siteOfDomain(content, domain),
  });
  const holder = officeOfId(content, enquiry.forwardedTo ?? enquiry.office ?? '');
  const from = holder ? officeLabel(holder) : domain;
  const type = form.types.find(({ id }) => isSameId(id, enquiryType));
  const text = firstText(form, locale, textKeys(type?.key, 'mail.forwarded'), { person, from });
  // Older forms do not have this text.
  return { locale, text: inertLine(text ?? `${from} → ${officeLabel(office)} (${person})`) };
}
