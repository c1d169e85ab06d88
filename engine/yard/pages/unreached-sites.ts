import { asObject } from '../../json-schema/values.ts';
import { isSameId } from '../../model/ids.ts';
import { typeField } from '../../model/names.ts';
import type { Form, FormType, Values } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import { omitTexts } from '../../texts/omit-texts.ts';
import { officeField } from '../model/names.ts';
import type { Office, Site } from '../model/types.ts';
import { formatOfficeLabel } from '../resolve/offices.ts';
import { createPageSituation, isTypeSelectable, listEmbeddedPages } from './page-situation.ts';
import type { ContentPage, SiteContent } from './site-content.ts';

/** A site with its mail address, which receives enquiries that no office receives. */
type AddressedSite = Site & { readonly email?: string | null | undefined };

/**
 * A site where all enquiries, those to some offices, or those of some types have no recipient. Without
 * `offices` and `types`, all enquiries are meant.
 */
export interface UnreachedSite {
  readonly site: AddressedSite;
  /** The offices that visitors can choose and that have no address. */
  readonly offices?: readonly Office[];
  /** The types whose enquiries go to no office and reach nobody, although others of the site do. */
  readonly types?: readonly FormType[];
}

/**
 * Returns the sites on which an enquiry would reach nobody: neither a rule nor the form's settings name a
 * recipient, and neither its office nor the site has a mail address. Tries the first example of each type with each office that a page offers,
 * embedded pages included. A site occurs twice if it misses enquiries to offices and those of types.
 * @param today An ISO date.
 */
export function findUnreachedSites(
  form: Form,
  content: SiteContent,
  today: string,
): readonly UnreachedSite[] {
  const bare = omitTexts(form);
  return content.sites.flatMap((site: AddressedSite) => {
    if (hasAddress(site) || hasAddress({ email: form.settings.recipient })) return [];
    const pages = content.pages.filter((page) => isSameId(page.site.id, site.id));
    const sent = [...pages, ...listEmbeddedPages(site, content)].flatMap((page) =>
      tryEnquiries(bare, page, content, today),
    );
    if (sent.length > 0 && sent.every(({ isReached }) => !isReached)) return [{ site }];
    const missed = sent.filter(({ isReached }) => !isReached);
    const missedOffices = missed.flatMap(({ office }) => office ?? []);
    const offices = [...new Map(missedOffices.map((office) => [String(office.id), office])).values()];
    const served = new Set(
      sent.flatMap(({ type, office, isReached }) => (office || isReached ? [type] : [])),
    );
    const types = [...new Set(missed.map(({ type }) => type))].filter((type) => !served.has(type));
    return [
      ...(offices.length > 0 ? [{ site, offices }] : []),
      ...(types.length > 0 ? [{ site, types }] : []),
    ];
  });
}

/**
 * Returns the message of a finding, with the remedies. It names at most five offices, and offices at all only if the
 * content has some.
 */
export function describeUnreachedSite(
  { site: { domain }, offices, types }: UnreachedSite,
  content: Pick<SiteContent, 'offices'>,
): string {
  const hasOffices = content.offices.length > 0;
  const remedy =
    'give the site an "email" in sites.json, in the folder of the content, name a "recipient" in the settings of the form, or one in a rule';
  if (types !== undefined) {
    const keys = types.map(({ key }) => `"${key}"`).join(', ');
    return `nobody receives the enquiries of "${domain}" of the type ${keys}: ${hasOffices ? 'they go to no office, and ' : ''}the site has no mail address; ${remedy}`;
  }
  const nobody = hasOffices ? 'neither the site nor any of its offices has a' : 'the site has no';
  if (offices === undefined)
    return `nobody receives the enquiries of "${domain}": ${nobody} mail address, although visitors see the thank-you text; ${remedy}`;
  const names = offices.slice(0, maxNamedOffices).map((office) => `"${formatOfficeLabel(office)}"`);
  const more = offices.length > maxNamedOffices ? ` and ${offices.length - maxNamedOffices} more` : '';
  return `nobody receives the enquiries of "${domain}" to ${names.join(', ')}${more}: visitors can choose offices without a mail address, and the site has none; give the office an "email" in offices.json, ${remedy}`;
}

const maxNamedOffices = 5;

/** An enquiry that a visitor of a page can send. */
interface SendableEnquiry {
  readonly type: FormType;
  readonly office?: Office | undefined;
  readonly isReached: boolean;
}

/**
 * Returns an enquiry for each type that a page offers and each of its offices, or one for a type without
 * offices. They are the offered offices if the visitor can choose one, else the office that is preset.
 * `isReached` is true if a rule names its recipient or its office has a mail address.
 */
function tryEnquiries(
  form: Form,
  page: ContentPage,
  content: SiteContent,
  today: string,
): readonly SendableEnquiry[] {
  /** Returns the plan of the page with these entered values. */
  const resolvePlan = (entered: Values) =>
    resolve(form, createPageSituation(form, { page, content, today }, entered));
  const opened = resolvePlan({});
  return form.types.flatMap((type) => {
    if (!isTypeSelectable(opened, type.id)) return [];
    const example = { ...getFirstSchemaExample(type), [typeField]: type.id };
    const plan = resolvePlan(example);
    if (!plan.isSectionShown || plan.type?.key !== type.key) return [];
    const given = plan.values[officeField];
    const isAsked = plan.fields.some(
      ({ name, visibility, fixed }) => name === officeField && visibility !== 'hidden' && fixed === undefined,
    );
    const offices = isAsked
      ? plan.offeredOffices
      : content.offices.filter(({ id }) => given !== undefined && isSameId(id, given as Office['id']));
    if (offices.length === 0) return [{ type, isReached: plan.recipient !== undefined }];
    return offices.map((office) => ({
      type,
      office,
      isReached:
        hasAddress(office) || resolvePlan({ ...example, [officeField]: office.id }).recipient !== undefined,
    }));
  });
}

/** Returns the first example in a type's schema, else an empty object. */
function getFirstSchemaExample({ schema }: FormType): Values {
  return asObject(Array.isArray(schema.examples) ? schema.examples[0] : undefined);
}

function hasAddress({ email }: { readonly email?: string | null | undefined }): boolean {
  return (email ?? '').trim() !== '';
}
