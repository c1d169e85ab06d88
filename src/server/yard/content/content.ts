import { type ContentEvent, type Id, isSameId, type Office, withSiteFlags } from '#engine';
import { findNearestName } from '#engine/compile/index.ts';
import events from './events.schema.json' with { type: 'json' };
import offices from './offices.schema.json' with { type: 'json' };
import yachtModels from './yacht-models.schema.json' with { type: 'json' };

/** The content of the yard, beside the sites, enquiry types and pages that any business has. */
export interface YardContent {
  /** All offices. If `sites.json` has an office's site, that site's flags replace those in `offices.json`. */
  readonly offices: readonly Office[];
  readonly yachtModels: readonly { readonly name: string }[];
  /** Sorted by date, the earliest first. */
  readonly events: readonly ContentEvent[];
}

/** The yard's properties of a site. */
export interface YardSite {
  readonly isInternational: boolean;
  readonly exclude_from_international: boolean;
  /** The site's own offices, in the order of `offices.json`. The array is identical every time. */
  readonly offices: readonly Office[];
}

/** The yard's properties of an entry of `sites.json`. */
export interface RawYardSite {
  readonly isInternational?: boolean | null | undefined;
  readonly exclude_from_international?: boolean | null | undefined;
}

/** The yard's content files as their schemas allow them. */
export interface RawYardContent {
  readonly 'offices.json': readonly Office[];
  readonly 'yacht-models.json': readonly { readonly name: string }[];
  readonly 'events.json': readonly ContentEvent[];
}

/** The yard's content files, by what they belong to. */
export const yardContentFiles = {
  sites: {
    'offices.json': {
      schema: offices,
      isEmptyIfAbsent: true,
      listKeys: (entries: readonly Office[]) => ({ id: entries.map(({ id }) => String(id)) }),
      check: checkServices,
    },
  },
  types: { 'yacht-models.json': { schema: yachtModels, isEmptyIfAbsent: true } },
  pages: { 'events.json': { schema: events, isEmptyIfAbsent: true } },
} as const;

/** Content without the yard's entries, for programs that cannot read it. */
export const emptyYardContent: YardContent = { offices: [], yachtModels: [], events: [] };

/** Gives the offices the flags of their sites, and sorts the events by date. */
export function linkYardContent(
  raw: RawYardContent,
  rawSites: readonly (RawYardSite & { readonly id: Id })[],
): YardContent {
  const sites = new Map(rawSites.map((site) => [String(site.id), site]));
  return {
    offices: raw['offices.json'].map((office) => withSiteFlags(office, (id) => sites.get(String(id)))),
    yachtModels: raw['yacht-models.json'],
    events: raw['events.json'].toSorted((one, other) =>
      one.startsOn < other.startsOn ? -1 : Number(one.startsOn > other.startsOn),
    ),
  };
}

/** Returns the yard's properties of a site, with their defaults and the offices that belong to it. */
export function linkYardSite(
  site: RawYardSite & { readonly id: Id },
  { offices }: Pick<YardContent, 'offices'>,
): YardSite {
  return {
    isInternational: site.isInternational ?? false,
    exclude_from_international: site.exclude_from_international ?? false,
    offices: offices.filter(({ site: owner }) => isPresent(owner?.id) && isSameId(owner.id, site.id)),
  };
}

/** Returns the offices as the studio shows them. */
export function toYardView({ offices }: Pick<YardContent, 'offices'>) {
  return { offices: offices.map(({ id, name, title }) => ({ id: String(id), name: title ?? name })) };
}

/** Returns the names of the offices for sentences, and the services of all offices, each once. */
export function toYardNames({ offices }: Pick<YardContent, 'offices'>) {
  return {
    offices: offices.map(({ id, name, title }) => ({ id, name, title: title ?? null })),
    services: [...new Set(offices.flatMap(({ services }) => services ?? []))],
  };
}

/** Reports the services of offices that the form does not have. Without a form, any service is accepted. */
function checkServices(
  all: readonly Office[],
  { form }: { readonly form?: { readonly services: ReadonlySet<string> } | undefined },
): readonly { readonly pointer: string; readonly reason: string }[] {
  const known = form?.services;
  if (known === undefined) return [];
  return all.flatMap(({ services }, index) =>
    (services ?? []).flatMap((service, at) => {
      if (known.has(service)) return [];
      const near = findNearestName(service, known);
      const advice = near === undefined ? '' : `; the nearest is ${JSON.stringify(near)}`;
      const reason = `the form has no service ${JSON.stringify(service)}${advice}`;
      return [{ pointer: `/${index}/services/${at}`, reason }];
    }),
  );
}

/** Returns false for null and undefined. */
function isPresent(id: Id | null | undefined): id is Id {
  return id !== null && id !== undefined;
}
