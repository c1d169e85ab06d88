import type { SiteSummary } from '../../api/studio.ts';

export interface SiteTimeZone {
  /** The IANA name: `Europe/Isle_of_Man`. */
  readonly zone: string;
  /** The names of the sites in this zone. */
  readonly sites: readonly string[];
}

/**
 * Returns each time zone of the sites once, in the order of the sites. Sites without a time zone are left
 * out.
 */
export function listSiteTimeZones(sites: readonly SiteSummary[]): readonly SiteTimeZone[] {
  const zones = [...new Set(sites.flatMap(({ timeZone }) => timeZone ?? []))];
  return zones.map((zone) => ({
    zone,
    sites: sites.filter(({ timeZone }) => timeZone === zone).map(({ name }) => name),
  }));
}

/**
 * Returns the time zones that are not among those of the sites, sorted by name: those that the browser knows,
 * its own, and UTC.
 */
export function listOtherTimeZones(siteZones: readonly SiteTimeZone[]): readonly string[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), getBrowserTimeZone(), 'UTC']);
  for (const { zone } of siteZones) known.delete(zone);
  return [...known].sort();
}

/** Returns the IANA name of the time zone that the browser is set to. */
export function getBrowserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the name of a time zone with spaces for underscores: `Europe/Isle of Man`. */
export function formatTimeZone(zone: string): string {
  return zone.replaceAll('_', ' ');
}
