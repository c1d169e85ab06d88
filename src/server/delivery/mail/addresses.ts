import { isSameId } from '#engine';
import { type Content, type ContentRecipient, findSiteByDomain } from '../../forms/content/content.ts';
import { type EnquiryFacts, findFactsAddress } from '../../preset/enquiries.ts';
import type { MailAddresses } from '../../store/records/mail-queue.ts';

/**
 * Returns the addresses of an enquiry's mail: the recipient that a rule names, else that of the preset's
 * facts, else the site; null if none of them has an address. The fallback for refused mails is the site; null if it is the
 * recipient already or has no address (docs/behaviour.md, "Mails").
 */
export function findMailAddresses(
  content: Content,
  enquiry: EnquiryFacts['record'] & { readonly domain: string; readonly recipient?: string },
): MailAddresses {
  const { domain, recipient } = enquiry;
  const siteAddress = findSiteByDomain(content, domain)?.email?.trim();
  const to =
    findRecipient(content, recipient)?.email.trim() ||
    findFactsAddress(content, enquiry) ||
    siteAddress ||
    null;
  return { to, fallback: siteAddress && siteAddress !== to ? siteAddress : null };
}

/** Returns the recipient with an id; undefined if there is none, or without an id. */
export function findRecipient(
  { recipients }: Pick<Content, 'recipients'>,
  id: string | undefined,
): ContentRecipient | undefined {
  return id === undefined ? undefined : recipients.find((recipient) => isSameId(recipient.id, id));
}
