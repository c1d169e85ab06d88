import type { SiteSummary } from '../protocol.ts';

export interface ZoneOfSites {
  readonly zone: string;
  readonly sites: readonly string[];
}

/** Returns the time zones of the sites, in the order of the sites. */
export function zonesOfSites(sites: readonly SiteSummary[]): readonly ZoneOfSites[] {
  const zones = [...new Set(sites.flatMap(({ timeZone }) => timeZone ?? []))];
  return zones.map((zone) => ({
    zone,
    sites: sites.filter(({ timeZone }) => timeZone === zone).map(({ name }) => name),
  }));
}

/** Returns all other time zones that this browser knows, including its own, sorted by name. */
export function otherZones(ofSites: readonly ZoneOfSites[]): readonly string[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), ownZone(), 'UTC']);
  for (const { zone } of ofSites) known.delete(zone);
  return [...known].sort();
}

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the readable name of a time zone: `Europe/Isle of Man`. */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}
