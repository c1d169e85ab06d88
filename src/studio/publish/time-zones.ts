import type { SiteSummary } from '../protocol.ts';

/** A time zone, with the names of the sites whose clock it is. */
export interface ZoneOfSites {
  readonly zone: string;
  readonly sites: readonly string[];
}

/** The time zones of the sites, the first site's first. */
export function zonesOfSites(sites: readonly SiteSummary[]): readonly ZoneOfSites[] {
  const zones = [...new Set(sites.flatMap(({ timeZone }) => timeZone ?? []))];
  return zones.map((zone) => ({
    zone,
    sites: sites.filter(({ timeZone }) => timeZone === zone).map(({ name }) => name),
  }));
}

/** Every time zone that this browser knows besides those of the sites; its own is among them. */
export function otherZones(ofSites: readonly ZoneOfSites[]): readonly string[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), ownZone(), 'UTC']);
  for (const { zone } of ofSites) known.delete(zone);
  return [...known].sort();
}

/** The one of this browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** As it is read: `Europe/Isle of Man`. */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}
