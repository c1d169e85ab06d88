import type { Id } from '../../model/types.ts';
import type { Office, Site } from '../model/types.ts';

/**
 * Returns a copy of an office in which the flags of its listed site replace its own (docs/contract.md, "Site
 * content"). A flag that the listed site lacks stays as it is. An office without a site, or whose site is not
 * listed, is returned unchanged.
 * @param siteOf Returns the listed site with an id; undefined if there is none.
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
