import type { Form } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import { unofferedTypeReason, unofferedTypes } from '#engine/unoffered-types.ts';
import { unreachedSiteReason, unreachedSites } from '#engine/unreached-sites.ts';
import { readContentFolder } from './content.ts';

/**
 * Returns a finding for each site of a content folder of which enquiries reach nobody, and for each type that no page offers. Throws `CannotWork` where a file of it cannot be read.
 *
 * @param today - an ISO date.
 */
export async function findingsOfPages(
  form: Form,
  folder: string,
  today: string,
): Promise<readonly Finding[]> {
  const { content: read } = await readContentFolder(folder, { mayLackFiles: true });
  // Content that lists no types is not whole yet: it is asked for all of them.
  const everyType = form.types.map(({ id, key }) => ({ id, name: key }));
  const content = read.enquiryTypes.length > 0 ? read : { ...read, enquiryTypes: everyType };
  const unreached = unreachedSites(form, content, today).map((site) => ({
    // The file is the content's: which rule would have to name a recipient nobody knows.
    ...{ file: 'rules.json', pointer: '', code: 'unreached-site', severity: 'error' as const },
    reason: unreachedSiteReason(site),
  }));
  const unoffered = unofferedTypes(form, content, today).map((type) => ({
    ...{ file: 'enquiry-types.json', pointer: '', code: 'unoffered-type', severity: 'warning' as const },
    reason: unofferedTypeReason(type),
  }));
  return [...unreached, ...unoffered];
}
