import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OptionSetName } from '#engine';
import { asList, asObject } from '#engine/json-schema/values.ts';
import { readContentFile } from './content.ts';

/**
 * Returns the highest number of options that each list of a content folder can offer on one page, by the name
 * of the option set: the offices of the largest site, all yacht models, all events, and each list of
 * `lists.json`. A missing file counts as empty.
 * @throws CommandError If a file cannot be read or parsed.
 */
export async function countListOptions(folder: string): Promise<Readonly<Record<OptionSetName, number>>> {
  /** Returns the parsed file; undefined if it is missing. */
  const readIfExists = (file: string) =>
    existsSync(join(folder, file)) ? readContentFile(folder, file) : undefined;
  const [sites, offices, models, events, lists] = await Promise.all(
    ['sites.json', 'offices.json', 'yacht-models.json', 'events.json', 'lists.json'].map(readIfExists),
  );
  const own = Object.entries(asObject(lists)).map(([name, items]) => [name, asList(items).length]);
  return {
    offeredOffices: countOfficesOfLargestSite(asList(sites), asList(offices)),
    yachtModels: asList(models).length,
    futureEvents: asList(events).length,
    ...Object.fromEntries(own),
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
