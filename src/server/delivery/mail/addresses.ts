import { type Form, type Id, isSameId } from '#engine';
import { type Content, type ContentRecipient, findSiteByDomain } from '../../forms/content/content.ts';
import type { MailAddresses } from '../../store/records/mail-queue.ts';
import { findOffice } from '../../yard/offices.ts';

/**
 * Returns the addresses of an enquiry's mail: the recipient that a rule names, else the office, else the
 * site, else the recipient in the settings of the form; null if none of them has an address. The fallback for
 * refused mails is the site, else that of the settings; null if it is the recipient already or there is none
 * (docs/behaviour.md, "Mails").
 */
export function findMailAddresses(
  { content, form }: { readonly content: Content; readonly form: Pick<Form, 'settings'> },
  {
    domain,
    office,
    recipient,
  }: { readonly domain: string; readonly office: Id | null; readonly recipient?: string },
): MailAddresses {
  const officeAddress = office === null ? undefined : findOffice(content, office)?.email?.trim();
  const siteAddress = findSiteByDomain(content, domain)?.email?.trim() || form.settings.recipient;
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
