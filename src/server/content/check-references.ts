import type { Id, Office } from '#engine';
import { nearestOf } from '#engine/compile/index.ts';
import { isTimeZone } from '#engine/moments/time-zone.ts';
import type { ContentFile, ContentProblem } from './check-shapes.ts';
import { type ContentDestination, type ContentRecipient, pagePath } from './content.ts';
import type { RawContent, RawPage, RawSite } from './raw-content.ts';

export interface AskedByForm {
  /** The keys of the enquiry types, which `services` of offices refer to. */
  readonly services: ReadonlySet<string>;
  readonly recipients: ReadonlyMap<string, string>;
  readonly destinations: readonly (readonly [rule: string, id: string])[];
}

/**
 * Checks references between the files, and from the form to the content: unknown ids and services, and
 * duplicates.
 */
export function checkReferences(content: RawContent, form?: AskedByForm): readonly ContentProblem[] {
  const {
    'sites.json': sites,
    'offices.json': offices,
    'enquiry-types.json': types,
    'pages.json': pages,
  } = content;
  const known: KnownIds = { site: idsOf(sites), office: idsOf(offices), 'enquiry type': idsOf(types) };
  return [
    ...repeated('sites.json', 'id', sites, ({ id }) => String(id)),
    ...repeated('sites.json', 'domain', sites, ({ domain }) => domain.toLowerCase()),
    ...sites.flatMap((site, index) => sharedDomains(site, index, sites)),
    ...repeated('offices.json', 'id', offices, ({ id }) => String(id)),
    ...repeated('enquiry-types.json', 'id', types, ({ id }) => String(id)),
    ...repeated('pages.json', 'path', pages, ({ path }) => pagePath(path)),
    ...Object.entries(content['lists.json'] ?? {}).flatMap(([name, items]) =>
      repeated('lists.json', 'name', items, ({ id, name: called }) => String(id ?? called), `/${name}`),
    ),
    ...sites.flatMap((site, index) => badLocale('sites.json', index, site.locale)),
    ...sites.flatMap(badTimeZone),
    ...offices.flatMap((office, index) => unknownServices(office, index, form?.services)),
    ...recipientProblems(content['recipients.json'] ?? [], form),
    ...destinationProblems(content['destinations.json'] ?? [], form),
    ...pages.flatMap((page, index) => pageProblems(page, index, known)),
  ];
}

type KnownIds = Readonly<Record<'site' | 'office' | 'enquiry type', ReadonlySet<string>>>;

function recipientProblems(
  recipients: readonly ContentRecipient[],
  form: AskedByForm | undefined,
): readonly ContentProblem[] {
  const known = idsOf(recipients);
  const unknown = [...(form?.recipients ?? [])].filter(([, id]) => !known.has(id));
  return [
    ...repeated('recipients.json', 'id', recipients, ({ id }) => String(id)),
    ...recipients.flatMap(({ locale }, index) => badLocale('recipients.json', index, locale)),
    ...unknown.map(([rule, id]) => {
      const near = nearestOf(id, known);
      const advice = near === undefined ? 'add it' : `the nearest is ${JSON.stringify(near)}`;
      const reason = `the rule "${rule}" sends mails to ${JSON.stringify(id)}, whom nobody here is; ${advice}`;
      return problem('recipients.json', '', reason);
    }),
  ];
}

function destinationProblems(
  destinations: readonly ContentDestination[],
  form: AskedByForm | undefined,
): readonly ContentProblem[] {
  const known = idsOf(destinations);
  const unknown = (form?.destinations ?? []).filter(([, id]) => !known.has(id));
  return [
    ...repeated('destinations.json', 'id', destinations, ({ id }) => id),
    ...destinations.flatMap(addressProblems),
    ...unknown.map(([rule, id]) => {
      const near = nearestOf(id, known);
      const advice = near === undefined ? 'add it' : `the nearest is ${JSON.stringify(near)}`;
      const reason = `the rule "${rule}" sends enquiries to ${JSON.stringify(id)}, which is no destination here; ${advice}`;
      return problem('destinations.json', '', reason);
    }),
  ];
}

/**
 * Checks the address of a destination. Deliveries contain personal data: they travel with TLS, or stay in a
 * private network.
 */
function addressProblems(destination: ContentDestination, index: number): readonly ContentProblem[] {
  const needed = destination.kind === 'webhook' ? (['url', 'secrets'] as const) : [];
  const given: Partial<Record<string, unknown>> = { ...destination };
  const missing = needed.filter((key) => given[key] === undefined);
  if (missing.length > 0)
    return missing.map((key) => problem('destinations.json', `/${index}`, `"${key}" is missing`));
  if (destination.kind === 'fileDrop') {
    const isOne = (given.folder === undefined) !== (given.prefix === undefined);
    const reason = 'a file drop has either a "folder" or a "prefix" of the bucket';
    return isOne ? [] : [problem('destinations.json', `/${index}`, reason)];
  }
  const url = URL.parse(destination.url);
  const wrong = (reason: string) => [problem('destinations.json', `/${index}/url`, reason)];
  if (!url || !/^https?:$/.test(url.protocol))
    return wrong('it is no address like https://crm.example.com/enquiries');
  if (url.username || url.password || url.hash)
    return wrong(
      'an address holds neither a user, nor a password, nor a "#"; who sends is told by the signature',
    );
  if (url.protocol === 'http:' && !destination.mayBePrivate)
    return wrong(
      'without TLS everybody on the way reads along; take https:, or say "mayBePrivate": true for your own network',
    );
  return [];
}

/**
 * Checks that a domain belongs to one site only: by the origin the server decides whose forms a page may
 * show.
 */
function sharedDomains(
  { domains }: RawSite,
  index: number,
  sites: readonly RawSite[],
): readonly ContentProblem[] {
  return (domains ?? []).flatMap((domain, at) => {
    const same = (other: string) => other.toLowerCase() === domain.toLowerCase();
    const owner = sites.findIndex(
      (site, place) => (place !== index && same(site.domain)) || (place < index && site.domains?.some(same)),
    );
    if (owner < 0) return [];
    const reason = `${JSON.stringify(domain)} is a domain of the site at /${owner} already`;
    return [problem('sites.json', `/${index}/domains/${at}`, reason)];
  });
}

/** Paths of the server itself, which no page can have. */
const takenPaths =
  /^\/(?:graphql|healthz|readyz|studio|studio-assets|api|assets|embed|embed(?:-frame)?\.js|forms|parts)(?:\/|$)/;

function pageProblems(page: RawPage, index: number, known: KnownIds): readonly ContentProblem[] {
  const missing = (kind: keyof KnownIds, key: string, id: Id | null | undefined) =>
    id === null || id === undefined ? [] : unknownId({ kind, id, pointer: `/${index}/${key}`, known });
  return [
    ...missing('site', 'site', page.site),
    ...missing('office', 'selectedOffice', page.selectedOffice),
    ...(page.offices ?? []).flatMap((id, at) => missing('office', `offices/${at}`, id)),
    ...(page.enquiryTypes ?? []).flatMap((id, at) => missing('enquiry type', `enquiryTypes/${at}`, id)),
    ...badLocale('pages.json', index, page.locale),
    ...takenPath(page, index),
  ];
}

function takenPath({ path }: RawPage, index: number): readonly ContentProblem[] {
  if (!takenPaths.test(path)) return [];
  return [
    problem('pages.json', `/${index}/path`, `the server itself answers at "${path}"; choose another path`),
  ];
}

function unknownServices(
  { services }: Office,
  index: number,
  known: ReadonlySet<string> | undefined,
): readonly ContentProblem[] {
  if (known === undefined) return [];
  return (services ?? []).flatMap((service, at) => {
    if (known.has(service)) return [];
    const near = nearestOf(service, known);
    const advice = near === undefined ? '' : `; the nearest is ${JSON.stringify(near)}`;
    const reason = `the form has no service ${JSON.stringify(service)}${advice}`;
    return [problem('offices.json', `/${index}/services/${at}`, reason)];
  });
}

interface IdReference {
  readonly kind: keyof KnownIds;
  readonly id: Id;
  readonly pointer: string;
  readonly known: KnownIds;
}

function unknownId({ kind, id, pointer, known }: IdReference): readonly ContentProblem[] {
  if (known[kind].has(String(id))) return [];
  const near = nearestOf(String(id), known[kind]);
  const advice = near === undefined ? '' : `; the nearest is ${JSON.stringify(near)}`;
  return [problem('pages.json', pointer, `no ${kind} has the id ${JSON.stringify(id)}${advice}`)];
}

function repeated<Entry>(
  file: ContentFile,
  key: string,
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
  within = '',
): readonly ContentProblem[] {
  const values = entries.map(textOf);
  return values.flatMap((value, index) => {
    const first = values.indexOf(value);
    if (first === index) return [];
    const reason = `${JSON.stringify(value)} stands at ${within}/${first} already`;
    return [problem(file, `${within}/${index}/${key}`, reason)];
  });
}

/** The schema has checked the shape; only `Intl` knows the time zones. */
function badTimeZone({ timeZone }: RawSite, index: number): readonly ContentProblem[] {
  if (!timeZone || isTimeZone(timeZone)) return [];
  const near = nearestOf(timeZone, new Set(Intl.supportedValuesOf('timeZone')));
  const advice = near === undefined ? 'take one like "Europe/London"' : `the nearest is "${near}"`;
  return [problem('sites.json', `/${index}/timeZone`, `"${timeZone}" is no time zone; ${advice}`)];
}

function badLocale(
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
      problem(file, `/${index}/locale`, `"${locale}" is no language tag; take one like "en" or "de-CH"`),
    ];
  }
}

function problem(file: ContentFile, pointer: string, reason: string): ContentProblem {
  return { file, pointer, reason };
}

function idsOf(entries: readonly { readonly id: Id }[]): ReadonlySet<string> {
  return new Set(entries.map(({ id }) => String(id)));
}
