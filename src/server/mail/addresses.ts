import { type Id, isSameId } from '#engine';
import { type Content, type ContentRecipient, officeOfId, siteOfDomain } from '../content/content.ts';
import type { MailAddresses } from '../store/mail-queue.ts';

/**
 * Returns the addresses of an enquiry's mail: the recipient that a rule names, else the office, else the
 * site. The fallback for refused mails is the site (docs/behaviour.md, "Mails").
 */
export function mailAddresses(
  content: Content,
  {
    domain,
    office,
    recipient,
  }: { readonly domain: string; readonly office: Id | null; readonly recipient?: string },
): MailAddresses {
  const officeAddress = office === null ? undefined : officeOfId(content, office)?.email?.trim();
  const siteAddress = siteOfDomain(content, domain)?.email?.trim();
  const to = recipientOf(content, recipient)?.email.trim() || officeAddress || siteAddress || null;
  return { to, fallback: siteAddress && siteAddress !== to ? siteAddress : null };
}

export function recipientOf(
  { recipients }: Pick<Content, 'recipients'>,
  id: string | undefined,
): ContentRecipient | undefined {
  return id === undefined ? undefined : recipients.find((recipient) => isSameId(recipient.id, id));
}
