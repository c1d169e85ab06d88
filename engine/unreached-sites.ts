import { isSameId } from './ids.ts';
import type { Form, Office, Site } from './types.ts';

/** A site, with the address that takes what no office does. */
type AddressedSite = Pick<Site, 'id' | 'domain' | 'isInternational'> & { readonly email?: string | null };

/**
 * Returns the sites whose enquiries reach nobody: neither the site nor any office that it offers has a mail address, and no rule names a
 * recipient for every enquiry.
 */
export function unreachedSites<Each extends AddressedSite>(
  { rules }: Pick<Form, 'rules'>,
  { sites, offices }: { readonly sites: readonly Each[]; readonly offices: readonly Office[] },
): readonly Each[] {
  if (rules.some(({ when, then }) => when === undefined && then.recipient !== undefined)) return [];
  return sites.filter((site) => {
    const offered = offices.filter(
      (office) => site.isInternational || isSameId(office.site?.id ?? '', site.id),
    );
    return ![site, ...offered].some(({ email }) => (email ?? '').trim() !== '');
  });
}

/** Returns the sentence that tells of such a site. */
export function unreachedSiteReason({ domain }: Pick<Site, 'domain'>): string {
  return `enquiries of "${domain}" reach nobody: neither the site nor an office of it has a mail address, though visitors are thanked; give the site an "email" in sites.json, or name a recipient in a rule`;
}
