import { asList, asObject } from '#engine/json-schema/values.ts';

/**
 * Returns the highest number of options that each of the yard's lists can offer on one page, by the name of
 * the option set: the offices of the largest site, all yacht models and all events. A missing file counts as
 * empty.
 * @param readIfExists Returns a parsed file of the content folder; undefined if it is missing.
 */
export async function countYardOptions(readIfExists: (file: string) => Promise<unknown> | undefined) {
  const [sites, offices, models, events] = await Promise.all(
    ['sites.json', 'offices.json', 'yacht-models.json', 'events.json'].map(readIfExists),
  );
  return {
    offeredOffices: countOfficesOfLargestSite(asList(sites), asList(offices)),
    yachtModels: asList(models).length,
    futureEvents: asList(events).length,
  };
}

/** Returns the number of offices of the site that has most; of all offices if any site is international. */
function countOfficesOfLargestSite(sites: readonly unknown[], offices: readonly unknown[]): number {
  if (sites.some((site) => asObject(site).isInternational === true)) return offices.length;
  const bySite = new Map<string, number>();
  for (const office of offices) {
    const id = String(asObject(asObject(office).site).id);
    bySite.set(id, (bySite.get(id) ?? 0) + 1);
  }
  return Math.max(0, ...bySite.values());
}
