import type { Id } from '#engine';
import { type Content, officeOfId, siteOfDomain } from '../content/content.ts';
import type { MailAddresses } from '../store/mail-queue.ts';

/**
 * Whom the mail of an enquiry goes to: its office, else its site; what its office does not take goes to its site
 * (docs/behaviour.md, "Mails").
 */
export function mailAddresses(
  content: Content,
  { domain, office }: { readonly domain: string; readonly office: Id | null },
): MailAddresses {
  const officeAddress = office === null ? undefined : officeOfId(content, office)?.email?.trim();
  const siteAddress = siteOfDomain(content, domain)?.email?.trim();
  const to = officeAddress || siteAddress || null;
  return { to, fallback: siteAddress && siteAddress !== to ? siteAddress : null };
}
