import type { Form } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import { describeUnofferedType, findUnofferedTypes } from '#engine/compare/unoffered-types.ts';
import { describeUnreachedSite, findUnreachedSites } from '#engine/compare/unreached-sites.ts';
import { readContentFolder } from './content.ts';

/**
 * Returns a finding for each site of a content folder whose enquiries have no recipient, and for each enquiry
 * type that no page offers. A missing file counts as empty; if the folder lists no enquiry types, it has
 * those of the form.
 * @param today An ISO date.
 * @throws CommandError If a file of the folder cannot be read or parsed.
 */
export async function listContentFindings(
  form: Form,
  folder: string,
  today: string,
): Promise<readonly Finding[]> {
  const { content: read } = await readContentFolder(folder, { mayLackFiles: true });
  // If the content lists no enquiry types, all types of the form are assumed.
  const everyType = form.types.map(({ id, key }) => ({ id, name: key }));
  const content = read.enquiryTypes.length > 0 ? read : { ...read, enquiryTypes: everyType };
  const unreached = findUnreachedSites(form, content, today).map((site) => ({
    // The finding is not about a certain rule: any rule could name the missing recipient.
    file: 'rules.json',
    pointer: '',
    code: 'unreached-site',
    severity: 'error' as const,
    reason: describeUnreachedSite(site),
  }));
  const unoffered = findUnofferedTypes(form, content, today).map((type) => ({
    file: 'enquiry-types.json',
    pointer: '',
    code: 'unoffered-type',
    severity: 'warning' as const,
    reason: describeUnofferedType(type),
  }));
  return [...unreached, ...unoffered];
}
