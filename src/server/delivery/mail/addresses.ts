import { type Id, isSameId } from '#engine';
import { type Content, type ContentRecipient, findSiteByDomain } from '../../forms/content/content.ts';
import type { MailAddresses } from '../../store/records/mail-queue.ts';
import { findOffice } from '../../yard/offices.ts';

/**
 * Returns the addresses of an enquiry's mail: the recipient that a rule names, else the office, else the
 * site; null if none of them has an address. The fallback for refused mails is the site; null if it is the
 * recipient already or has no address (docs/behaviour.md, "Mails").
 */
export function findMailAddresses(
  content: Content,
  {
    domain,
    office,
    recipient,
  }: { readonly domain: string; readonly office: Id | null; readonly recipient?: string },
): MailAddresses {
  const officeAddress = office === null ? undefined : findOffice(content, office)?.email?.trim();
  const siteAddress = findSiteByDomain(content, domain)?.email?.trim();
  const to = findRecipient(content, recipient)?.email.trim() || officeAddress || siteAddress || null;
  return { to, fallback: siteAddress && siteAddress !== to ? siteAddress : null };
}

/** Returns the recipient with an id; undefined if there is none, or without an id. */
export function findRecipient(
  { recipients }: Pick<Content, 'recipients'>,
  id: string | undefined,
): ContentRecipient | undefined {
  return id === undefined ? undefined : recipients.find((recipient) => isSameId(recipient.id, id));
}
