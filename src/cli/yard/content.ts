import { type ContentEvent, type Id, isSameId, type Office, type Site, withSiteFlags } from '#engine';
import type { ContentPage, SiteContent } from '#engine/compare/index.ts';

/** The yard's parts of a content folder. */
export type YardFolder = Pick<SiteContent, 'offices' | 'yachtModels' | 'events'>;

/** The yard's files of a content folder. Their entries are not validated. */
export interface YardFolderFiles {
  readonly 'offices.json': readonly Office[];
  readonly 'yacht-models.json': readonly { readonly name: string }[];
  readonly 'events.json': readonly ContentEvent[];
}

/** The yard's files, in the order in which they are read. */
export const yardFiles: readonly (keyof YardFolderFiles)[] = [
  'offices.json',
  'yacht-models.json',
  'events.json',
];

/** The yard's properties of an entry of `pages.json`, which names offices by their ids. */
export interface YardPageEntry {
  readonly selectedOffice?: Id | null;
  readonly eventTitle?: string | null;
  readonly offices?: readonly Id[] | null;
}

/** Gives the offices the flags of their sites. */
export function linkYardFolder(raw: YardFolderFiles, sites: ReadonlyMap<string, Site>): YardFolder {
  return {
    offices: raw['offices.json'].map((office) => withSiteFlags(office, (id) => sites.get(String(id)))),
    yachtModels: raw['yacht-models.json'],
    events: raw['events.json'],
  };
}

/**
 * Replaces the ids of offices in a page by the offices. Unknown ids are left out. A page without offices has
 * those of its site.
 */
export function linkYardPageEntry(
  { selectedOffice, eventTitle, offices }: YardPageEntry,
  { site, content }: { readonly site: Site; readonly content: YardFolder },
): Pick<ContentPage, 'selectedOffice' | 'eventTitle' | 'offices'> {
  const selected =
    selectedOffice === null || selectedOffice === undefined
      ? undefined
      : content.offices.find(({ id }) => isSameId(id, selectedOffice));
  return {
    ...(eventTitle && { eventTitle }),
    ...(selected && { selectedOffice: selected }),
    offices: offices
      ? offices.flatMap((id) => content.offices.find((office) => isSameId(office.id, id)) ?? [])
      : listOfficesOfSite(content, site.id),
  };
}

/** Returns the offices with their display names. */
export function nameOffices({ offices }: YardFolder) {
  return { offices: offices.map(({ id, name, title }) => ({ id, name, title: title ?? null })) };
}

/** The content that a page fetches from its back end. */
export interface FetchedTitles {
  /** The titles of future events. */
  readonly titles: readonly string[];
}

/** Returns the yard's inputs of a situation on a page of a site. */
export function getSiteInputs({
  content,
  site,
  fetched: { titles },
}: {
  readonly content: YardFolder;
  readonly site: Site;
  readonly fetched: FetchedTitles;
}) {
  return {
    offices: listOfficesOfSite(content, site.id),
    allOffices: content.offices,
    yachtModels: content.yachtModels,
    eventTitles: { state: 'ready' as const, titles },
  };
}

/** Returns the offices that belong to a site, in the order of `offices.json`. */
function listOfficesOfSite({ offices }: YardFolder, id: Id): readonly Office[] {
  return offices.filter(({ site }) => isSameId(site?.id ?? '', id));
}
