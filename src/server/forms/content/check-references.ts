import type { Id, Office } from '#engine';
import { findNearestName } from '#engine/compile/index.ts';
import { isTimeZone } from '#engine/model/moments/time-zone.ts';
import type { ContentFile, ContentProblem } from './check-shapes.ts';
import { type ContentDestination, type ContentRecipient, toPagePath } from './content.ts';
import type { RawContent, RawPage, RawSite } from './raw-content.ts';

/** The entries of the content that a form refers to. */
export interface ContentRequirements {
  /** The keys of the enquiry types, which `services` of offices refer to. */
  readonly services: ReadonlySet<string>;
  /** The ids of recipients, by the ids of the rules that name them. */
  readonly recipients: ReadonlyMap<string, string>;
  /** The ids of destinations, each with the rule that names it. */
  readonly destinations: readonly (readonly [rule: string, id: string])[];
}

/**
 * Checks what the schemas of the files cannot check: references between the files and between form and
 * content, duplicates, locales, time zones, paths and destinations. Returns an empty list if there is no
 * problem, as all checks of this file do. Without `form`, references of the form are not checked.
 */
export function checkReferences(content: RawContent, form?: ContentRequirements): readonly ContentProblem[] {
  const {
    'sites.json': sites,
    'offices.json': offices,
    'enquiry-types.json': types,
    'pages.json': pages,
  } = content;
  const known: KnownIds = {
    site: collectIds(sites),
    office: collectIds(offices),
    'enquiry type': collectIds(types),
  };
  return [
    ...findDuplicates('sites.json', 'id', sites, ({ id }) => String(id)),
    ...findDuplicates('sites.json', 'domain', sites, ({ domain }) => domain.toLowerCase()),
    ...sites.flatMap((site, index) => checkDomains(site, index, sites)),
    ...findDuplicates('offices.json', 'id', offices, ({ id }) => String(id)),
    ...findDuplicates('enquiry-types.json', 'id', types, ({ id }) => String(id)),
    ...findDuplicates('pages.json', 'path', pages, ({ path }) => toPagePath(path)),
    ...Object.entries(content['lists.json'] ?? {}).flatMap(([name, items]) =>
      findDuplicates('lists.json', 'name', items, ({ id, name: called }) => String(id ?? called), `/${name}`),
    ),
    ...sites.flatMap((site, index) => checkLocale('sites.json', index, site.locale)),
    ...sites.flatMap(checkTimeZone),
    ...offices.flatMap((office, index) => checkServices(office, index, form?.services)),
    ...checkRecipients(content['recipients.json'] ?? [], form),
    ...checkDestinations(content['destinations.json'] ?? [], form),
    ...pages.flatMap((page, index) => checkPage(page, index, known)),
  ];
}

/** The ids of the content as strings, by kind. */
type KnownIds = Readonly<Record<'site' | 'office' | 'enquiry type', ReadonlySet<string>>>;

/** Checks the recipients, and that each recipient that a rule of the form names exists. */
function checkRecipients(
  recipients: readonly ContentRecipient[],
  form: ContentRequirements | undefined,
): readonly ContentProblem[] {
  const known = collectIds(recipients);
  const unknown = [...(form?.recipients ?? [])].filter(([, id]) => !known.has(id));
  return [
    ...findDuplicates('recipients.json', 'id', recipients, ({ id }) => String(id)),
    ...recipients.flatMap(({ locale }, index) => checkLocale('recipients.json', index, locale)),
    ...unknown.map(([rule, id]) => {
      const near = findNearestName(id, known);
      const advice = near === undefined ? 'add it' : `the nearest is ${JSON.stringify(near)}`;
      const reason = `the rule "${rule}" sends mails to ${JSON.stringify(id)}, which is not in recipients.json; ${advice}`;
      return createProblem('recipients.json', '', reason);
    }),
  ];
}

/** Checks the destinations, and that each destination that a rule of the form names exists. */
function checkDestinations(
  destinations: readonly ContentDestination[],
  form: ContentRequirements | undefined,
): readonly ContentProblem[] {
  const known = collectIds(destinations);
  const unknown = (form?.destinations ?? []).filter(([, id]) => !known.has(id));
  return [
    ...findDuplicates('destinations.json', 'id', destinations, ({ id }) => id),
    ...destinations.flatMap(checkDestinationTarget),
    ...unknown.map(([rule, id]) => {
      const near = findNearestName(id, known);
      const advice = near === undefined ? 'add it' : `the nearest is ${JSON.stringify(near)}`;
      const reason = `the rule "${rule}" sends enquiries to ${JSON.stringify(id)}, which is not in destinations.json; ${advice}`;
      return createProblem('destinations.json', '', reason);
    }),
  ];
}

/**
 * Checks that a file drop has either a folder or a prefix, and that a webhook has its secrets and a usable
 * address. Deliveries contain personal data, so only a destination in a private network may do without TLS.
 * At most one problem of the address is reported.
 */
function checkDestinationTarget(destination: ContentDestination, index: number): readonly ContentProblem[] {
  const needed = destination.kind === 'webhook' ? (['url', 'secrets'] as const) : [];
  const given: Partial<Record<string, unknown>> = { ...destination };
  const missing = needed.filter((key) => given[key] === undefined);
  if (missing.length > 0)
    return missing.map((key) => createProblem('destinations.json', `/${index}`, `"${key}" is missing`));
  if (destination.kind === 'fileDrop') {
    const isOne = (given.folder === undefined) !== (given.prefix === undefined);
    const reason = 'a file drop must have either a "folder" or a "prefix" of the bucket';
    return isOne ? [] : [createProblem('destinations.json', `/${index}`, reason)];
  }
  const url = URL.parse(destination.url);
  /** Returns a list with a problem of the address. */
  const createUrlProblem = (reason: string) => [createProblem('destinations.json', `/${index}/url`, reason)];
  if (!url || !/^https?:$/.test(url.protocol))
    return createUrlProblem('it is not an address like https://crm.example.com/enquiries');
  if (url.username || url.password || url.hash)
    return createUrlProblem(
      'an address must not contain a user, a password or "#"; the signature identifies the sender',
    );
  if (url.protocol === 'http:' && !destination.mayBePrivate)
    return createUrlProblem(
      'without TLS, others can read what is sent; use https:, or set "mayBePrivate": true for your own network',
    );
  return [];
}

/**
 * Checks that no further domain of a site belongs to another site, because the domain of a host page decides
 * which forms it may show. A further domain that two sites share is reported at the later one.
 */
function checkDomains(
  { domains }: RawSite,
  index: number,
  sites: readonly RawSite[],
): readonly ContentProblem[] {
  return (domains ?? []).flatMap((domain, at) => {
    /** Returns true for the domain itself, in any letter case. */
    const isSameDomain = (other: string) => other.toLowerCase() === domain.toLowerCase();
    const owner = sites.findIndex(
      (site, place) =>
        (place !== index && isSameDomain(site.domain)) || (place < index && site.domains?.some(isSameDomain)),
    );
    if (owner < 0) return [];
    const reason = `${JSON.stringify(domain)} is a domain of the site at /${owner} already`;
    return [createProblem('sites.json', `/${index}/domains/${at}`, reason)];
  });
}

/** Paths of the server itself, which no page can have. */
const reservedPaths =
  /^\/(?:graphql|healthz|readyz|studio|studio-assets|api|assets|embed|embed(?:-frame)?\.js|forms|parts)(?:\/|$)/;

/** Checks the site, the offices and the enquiry types that a page names, its locale and its path. */
function checkPage(page: RawPage, index: number, known: KnownIds): readonly ContentProblem[] {
  /** Checks that an id exists; null and undefined are accepted. `key` is the pointer within the page. */
  const checkOptionalId = (kind: keyof KnownIds, key: string, id: Id | null | undefined) =>
    id === null || id === undefined ? [] : checkIdExists({ kind, id, pointer: `/${index}/${key}`, known });
  return [
    ...checkOptionalId('site', 'site', page.site),
    ...checkOptionalId('office', 'selectedOffice', page.selectedOffice),
    ...(page.offices ?? []).flatMap((id, at) => checkOptionalId('office', `offices/${at}`, id)),
    ...(page.enquiryTypes ?? []).flatMap((id, at) =>
      checkOptionalId('enquiry type', `enquiryTypes/${at}`, id),
    ),
    ...checkLocale('pages.json', index, page.locale),
    ...checkReservedPath(page, index),
  ];
}

/** Reports the path of a page at which the server itself answers. */
function checkReservedPath({ path }: RawPage, index: number): readonly ContentProblem[] {
  if (!reservedPaths.test(path)) return [];
  return [
    createProblem(
      'pages.json',
      `/${index}/path`,
      `the server itself answers at "${path}"; choose another path`,
    ),
  ];
}

/**
 * Checks the services of an office. `known` are the keys of the form's types; undefined accepts any service.
 */
function checkServices(
  { services }: Office,
  index: number,
  known: ReadonlySet<string> | undefined,
): readonly ContentProblem[] {
  if (known === undefined) return [];
  return (services ?? []).flatMap((service, at) => {
    if (known.has(service)) return [];
    const near = findNearestName(service, known);
    const advice = near === undefined ? '' : `; the nearest is ${JSON.stringify(near)}`;
    const reason = `the form has no service ${JSON.stringify(service)}${advice}`;
    return [createProblem('offices.json', `/${index}/services/${at}`, reason)];
  });
}

/** An id in `pages.json`, its pointer there, the kind of entry that it names, and all known ids. */
interface IdReference {
  readonly kind: keyof KnownIds;
  readonly id: Id;
  readonly pointer: string;
  readonly known: KnownIds;
}

/** Reports an id that no entry of its kind has, with the most similar known id. */
function checkIdExists({ kind, id, pointer, known }: IdReference): readonly ContentProblem[] {
  if (known[kind].has(String(id))) return [];
  const near = findNearestName(String(id), known[kind]);
  const advice = near === undefined ? '' : `; the nearest is ${JSON.stringify(near)}`;
  return [createProblem('pages.json', pointer, `no ${kind} has the id ${JSON.stringify(id)}${advice}`)];
}

/**
 * Reports each entry with the same text as an earlier entry.
 * @param key The property to which the pointer of the problem leads.
 * @param within The pointer of the list; empty for the whole file.
 */
function findDuplicates<Entry>(
  file: ContentFile,
  key: string,
  entries: readonly Entry[],
  getText: (entry: Entry) => string,
  within = '',
): readonly ContentProblem[] {
  const values = entries.map(getText);
  return values.flatMap((value, index) => {
    const first = values.indexOf(value);
    if (first === index) return [];
    const reason = `${JSON.stringify(value)} is already at ${within}/${first}`;
    return [createProblem(file, `${within}/${index}/${key}`, reason)];
  });
}

/** Reports the time zone of a site if the runtime does not know it. An absent one is accepted. */
function checkTimeZone({ timeZone }: RawSite, index: number): readonly ContentProblem[] {
  if (!timeZone || isTimeZone(timeZone)) return [];
  const near = findNearestName(timeZone, new Set(Intl.supportedValuesOf('timeZone')));
  const advice = near === undefined ? 'use one like "Europe/London"' : `the nearest is "${near}"`;
  return [createProblem('sites.json', `/${index}/timeZone`, `"${timeZone}" is not a time zone; ${advice}`)];
}

/**
 * Reports a locale that is not a language tag (BCP 47). An absent one is accepted. `index` is that of the
 * entry in the file.
 */
function checkLocale(
  file: ContentFile,
  index: number,
  locale: string | null | undefined,
): readonly ContentProblem[] {
  if (!locale) return [];
  try {
    Intl.getCanonicalLocales(locale);
    return [];
  } catch {
    return [
      createProblem(
        file,
        `/${index}/locale`,
        `"${locale}" is not a language tag; use one like "en" or "de-CH"`,
      ),
    ];
  }
}

/** Returns a problem. `pointer` is the JSON Pointer in the file; empty for the whole file. */
function createProblem(file: ContentFile, pointer: string, reason: string): ContentProblem {
  return { file, pointer, reason };
}

/** Returns the ids of entries as strings. */
function collectIds(entries: readonly { readonly id: Id }[]): ReadonlySet<string> {
  return new Set(entries.map(({ id }) => String(id)));
}
