import type { Id, Office, Site } from './types.ts';

/**
 * Returns an office with the flags of its site. If the content lists the site, that site's flags replace the
 * office's own (docs/contract.md, "Site content").
 */
export function withSiteFlags(
  office: Office,
  siteOf: (id: Id) => Pick<Site, 'isInternational' | 'exclude_from_international'> | undefined,
): Office {
  const { id } = office.site ?? {};
  const site = id === undefined || id === null ? undefined : siteOf(id);
  if (site === undefined) return office;
  const { isInternational, exclude_from_international } = site;
  return {
    ...office,
    site: {
      ...office.site,
      ...(typeof isInternational === 'boolean' && { isInternational }),
      ...(typeof exclude_from_international === 'boolean' && { exclude_from_international }),
    },
  };
}
