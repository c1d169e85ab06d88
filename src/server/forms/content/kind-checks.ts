import type { Id, Lists } from '#engine';
import { findNearestName } from '#engine/compile/index.ts';
import { isTimeZone } from '#engine/model/moments/time-zone.ts';
import { presetReferences } from '../../preset/pages.ts';
import type { ContentDestination, ContentRecipient } from './content.ts';
import type { RawPage, RawSite } from './raw-content.ts';

/** The entries of the content that a form refers to. */
export interface ContentRequirements {
  /** The keys of the enquiry types, which content of the preset refers to. */
  readonly services: ReadonlySet<string>;
  /** The ids of recipients, by the ids of the rules that name them. */
  readonly recipients: ReadonlyMap<string, string>;
  /** The ids of destinations, each with the rule that names it. */
  readonly destinations: readonly (readonly [rule: string, id: string])[];
}

/** The inputs of a check besides the entries of its own file. */
export interface CheckContext {
  /** The ids of a file's entries as strings. */
  readonly getIds: (file: IdentifiedFile) => ReadonlySet<string>;
  /** Absent: references of the form are not checked. */
  readonly form?: ContentRequirements | undefined;
}

/** A file whose entries pages name by their ids. */
export type IdentifiedFile = 'sites.json' | 'enquiry-types.json' | (typeof presetReferences)[number]['file'];

/** A problem in a content file, with a JSON Pointer (RFC 6901); empty for the whole file. */
export interface EntryProblem {
  readonly pointer: string;
  readonly reason: string;
}

/** Checks the recipients, and that each recipient that a rule of the form names exists. */
export function checkRecipients(
  given: readonly ContentRecipient[] | undefined,
  { form }: CheckContext,
): readonly EntryProblem[] {
  const recipients = given ?? [];
  const known = new Set(listIds(recipients));
  const unknown = [...(form?.recipients ?? [])].filter(([, id]) => !known.has(id));
  return [
    ...findDuplicates('id', listIds(recipients)),
    ...recipients.flatMap(({ locale }, index) => checkLocale(index, locale)),
    ...unknown.map(([rule, id]) => {
      const near = findNearestName(id, known);
      const advice = near === undefined ? 'add it' : `the nearest is ${JSON.stringify(near)}`;
      const reason = `the rule "${rule}" sends mails to ${JSON.stringify(id)}, which is not in recipients.json; ${advice}`;
      return createProblem('', reason);
    }),
  ];
}

/** Checks the destinations, and that each destination that a rule of the form names exists. */
export function checkDestinations(
  given: readonly ContentDestination[] | undefined,
  { form }: CheckContext,
): readonly EntryProblem[] {
  const destinations = given ?? [];
  const known = new Set(listIds(destinations));
  const unknown = (form?.destinations ?? []).filter(([, id]) => !known.has(id));
  return [
    ...findDuplicates('id', listIds(destinations)),
    ...destinations.flatMap(checkDestinationTarget),
    ...unknown.map(([rule, id]) => {
      const near = findNearestName(id, known);
      const advice = near === undefined ? 'add it' : `the nearest is ${JSON.stringify(near)}`;
      const reason = `the rule "${rule}" sends enquiries to ${JSON.stringify(id)}, which is not in destinations.json; ${advice}`;
      return createProblem('', reason);
    }),
  ];
}

/**
 * Checks that a file drop has either a folder or a prefix, and that a webhook has its secrets and a usable
 * address. Deliveries contain personal data, so only a destination in a private network may do without TLS.
 * At most one problem of the address is reported.
 */
function checkDestinationTarget(destination: ContentDestination, index: number): readonly EntryProblem[] {
  const needed = destination.kind === 'webhook' ? (['url', 'secrets'] as const) : [];
  const given: Partial<Record<string, unknown>> = { ...destination };
  const missing = needed.filter((key) => given[key] === undefined);
  if (missing.length > 0) return missing.map((key) => createProblem(`/${index}`, `"${key}" is missing`));
  if (destination.kind === 'fileDrop') {
    const isOne = (given.folder === undefined) !== (given.prefix === undefined);
    const reason = 'a file drop must have either a "folder" or a "prefix" of the bucket';
    return isOne ? [] : [createProblem(`/${index}`, reason)];
  }
  const url = URL.parse(destination.url);
  /** Returns a list with a problem of the address. */
  const createUrlProblem = (reason: string) => [createProblem(`/${index}/url`, reason)];
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

/** Checks the locales and the time zones of the sites. */
export function checkSites(sites: readonly RawSite[]): readonly EntryProblem[] {
  return [
    ...sites.flatMap((site, index) => checkLocale(index, site.locale)),
    ...sites.flatMap(checkTimeZone),
  ];
}

/** Checks that no two items of a list have the same id, or name if they have no id. */
export function checkLists(lists: Lists): readonly EntryProblem[] {
  return Object.entries(lists).flatMap(([name, items]) =>
    findDuplicates(
      'name',
      items.map(({ id, name: called }) => String(id ?? called)),
      `/${name}`,
    ),
  );
}

/**
 * Checks that no further domain of a site belongs to another site, because the domain of a host page decides
 * which forms it may show. A further domain that two sites share is reported at the later one.
 */
export function checkFurtherDomains(sites: readonly RawSite[]): readonly EntryProblem[] {
  return sites.flatMap(({ domains }, index) =>
    (domains ?? []).flatMap((domain, at) => {
      /** Returns true for the domain itself, in any letter case. */
      const isSameDomain = (other: string) => other.toLowerCase() === domain.toLowerCase();
      const owner = sites.findIndex(
        (site, place) =>
          (place !== index && isSameDomain(site.domain)) ||
          (place < index && site.domains?.some(isSameDomain)),
      );
      if (owner < 0) return [];
      const reason = `${JSON.stringify(domain)} is a domain of the site at /${owner} already`;
      return [createProblem(`/${index}/domains/${at}`, reason)];
    }),
  );
}

/** Paths of the server itself, which no page can have. */
const reservedPaths =
  /^\/(?:graphql|healthz|readyz|studio|studio-assets|api|assets|embed|embed(?:-frame)?\.js|forms|parts|preview|clear-device|slipway-worker\.js)(?:\/|$)/;

/** The properties of a page that name entries of other files by their ids: one id or a list. */
const pageReferences: readonly PageReference[] = [
  { property: 'site', kind: 'site', file: 'sites.json' },
  ...presetReferences,
  { property: 'enquiryTypes', kind: 'enquiry type', file: 'enquiry-types.json' },
];

interface PageReference {
  readonly property: 'site' | 'enquiryTypes' | (typeof presetReferences)[number]['property'];
  /** The word for an entry of the file. */
  readonly kind: string;
  readonly file: IdentifiedFile;
}

/** Checks the entries that pages name, their locales and their paths. */
export function checkPages(pages: readonly RawPage[], { getIds }: CheckContext): readonly EntryProblem[] {
  const references = pageReferences.map(({ file, ...rest }) => ({ ...rest, known: getIds(file) }));
  return pages.flatMap((page, index) => [
    ...references.flatMap(({ property, kind, known }) =>
      listReferences(page[property], `/${index}/${property}`).flatMap((reference) =>
        checkIdExists(reference, kind, known),
      ),
    ),
    ...checkLocale(index, page.locale),
    ...checkReservedPath(page, index),
  ]);
}

/** An id in `pages.json` and its pointer there. */
interface IdReference {
  readonly id: Id;
  readonly pointer: string;
}

/** Returns one id or all of a list, each with its pointer; none for null and undefined. */
function listReferences(
  value: Id | readonly Id[] | null | undefined,
  pointer: string,
): readonly IdReference[] {
  if (value === null || value === undefined) return [];
  return typeof value === 'object'
    ? value.map((id, at) => ({ id, pointer: `${pointer}/${at}` }))
    : [{ id: value, pointer }];
}

/** Reports the path of a page at which the server itself answers. */
function checkReservedPath({ path }: RawPage, index: number): readonly EntryProblem[] {
  if (!reservedPaths.test(path)) return [];
  return [createProblem(`/${index}/path`, `the server itself answers at "${path}"; choose another path`)];
}

/** Reports an id that no entry of its kind has, with the most similar known id. */
function checkIdExists(
  { id, pointer }: IdReference,
  kind: string,
  known: ReadonlySet<string>,
): readonly EntryProblem[] {
  if (known.has(String(id))) return [];
  const near = findNearestName(String(id), known);
  const advice = near === undefined ? '' : `; the nearest is ${JSON.stringify(near)}`;
  return [createProblem(pointer, `no ${kind} has the id ${JSON.stringify(id)}${advice}`)];
}

/**
 * Reports each text that equals an earlier one.
 * @param key The property to which the pointer of the problem leads.
 * @param within The pointer of the list; empty for the whole file.
 */
export function findDuplicates(key: string, texts: readonly string[], within = ''): readonly EntryProblem[] {
  return texts.flatMap((text, index) => {
    const first = texts.indexOf(text);
    if (first === index) return [];
    const reason = `${JSON.stringify(text)} is already at ${within}/${first}`;
    return [createProblem(`${within}/${index}/${key}`, reason)];
  });
}

/** Reports the time zone of a site if the runtime does not know it. An absent one is accepted. */
function checkTimeZone({ timeZone }: RawSite, index: number): readonly EntryProblem[] {
  if (!timeZone || isTimeZone(timeZone)) return [];
  const near = findNearestName(timeZone, new Set(Intl.supportedValuesOf('timeZone')));
  const advice = near === undefined ? 'use one like "Europe/London"' : `the nearest is "${near}"`;
  return [createProblem(`/${index}/timeZone`, `"${timeZone}" is not a time zone; ${advice}`)];
}

/**
 * Reports a locale that is not a language tag (BCP 47). An absent one is accepted. `index` is that of the
 * entry in the file.
 */
function checkLocale(index: number, locale: string | null | undefined): readonly EntryProblem[] {
  if (!locale) return [];
  try {
    Intl.getCanonicalLocales(locale);
    return [];
  } catch {
    return [
      createProblem(`/${index}/locale`, `"${locale}" is not a language tag; use one like "en" or "de-CH"`),
    ];
  }
}

/** Returns a problem. `pointer` is the JSON Pointer in the file; empty for the whole file. */
function createProblem(pointer: string, reason: string): EntryProblem {
  return { pointer, reason };
}

/** Returns the ids of entries as strings, in their order. */
export function listIds(entries: readonly { readonly id: Id }[]): readonly string[] {
  return entries.map(({ id }) => String(id));
}
