import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Documents } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import { asList, asObject } from '#engine/json-schema/values.ts';
import { findNearestName } from '#engine/model/nearest.ts';
import { readContentFile } from './content.ts';

/**
 * Returns a finding for each destination that a rule names and the content folder does not have. Without a
 * file of destinations, all of them are unknown.
 * @throws CommandError If the file cannot be read or parsed.
 */
export async function findUnknownDestinations(
  documents: Documents,
  contentFolder: string,
): Promise<readonly Finding[]> {
  const known = await readDestinationIds(contentFolder);
  return asList(asObject(documents['rules.json']).rules).flatMap((rule, index) =>
    asList(asObject(asObject(rule).then).destinations).flatMap((id, at) => {
      const named = String(id);
      if (known.has(named)) return [];
      const near = findNearestName(named, known);
      const advice =
        near === undefined
          ? `add it to ${join(contentFolder, 'destinations.json')}`
          : `the nearest is "${near}"`;
      return [
        {
          file: 'rules.json',
          pointer: `/rules/${index}/then/destinations/${at}`,
          code: 'unknown-destination',
          severity: 'error' as const,
          reason: `unknown destination "${named}"; ${advice}`,
        },
      ];
    }),
  );
}

/** Returns the ids in `destinations.json` of a content folder; none if the file is missing. */
async function readDestinationIds(folder: string): Promise<ReadonlySet<string>> {
  const file = 'destinations.json';
  if (!existsSync(join(folder, file))) return new Set();
  return new Set(asList(await readContentFile(folder, file)).map((one) => String(asObject(one).id)));
}
