import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Form, Office, Site } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import { asList } from '#engine/json-schema/values.ts';
import { unreachedSiteReason, unreachedSites } from '#engine/unreached-sites.ts';
import { parsed } from './content.ts';

/** Sites of a content folder whose enquiries reach nobody. Throws `CannotWork` where a file of it cannot be read. */
export async function sitesWithoutRecipient(form: Form, folder: string): Promise<readonly Finding[]> {
  const read = async (file: string) =>
    existsSync(join(folder, file)) ? asList(await parsed(folder, file)) : [];
  const sites = (await read('sites.json')) as readonly Site[];
  const offices = (await read('offices.json')) as readonly Office[];
  return unreachedSites(form, { sites, offices }).map((site) => ({
    // The file is the content's: which rule would have to name a recipient nobody knows.
    ...{ file: 'rules.json', pointer: '', code: 'unreached-site', severity: 'error' as const },
    reason: unreachedSiteReason(site),
  }));
}
