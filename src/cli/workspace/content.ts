import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ContentEvent,
  type EnquiryType,
  type Id,
  isSameId,
  type Lists,
  type Office,
  type Site,
  withSiteFlags,
} from '#engine';
import type { ContentPage, SiteContent } from '#engine/compare/index.ts';
import type { NamedContent } from '#engine/rules/sentences/index.ts';
import { CommandError } from '../../command/io.ts';

/** The parts of a content folder on which forms depend, and the display names of its entries. */
export interface ContentFolder {
  readonly content: SiteContent;
  readonly named: NamedContent;
}

/** The absolute path of the demonstration content. */
export const demoContentFolder = fileURLToPath(new URL('../../site/content', import.meta.url));

/** An entry of `sites.json`. */
type RawSite = Site & { readonly name?: string | null };

/** An entry of `pages.json`, which names other entries by their ids. */
interface RawPage {
  readonly path: string;
  readonly site: Id;
  readonly placement: ContentPage['placement'];
  readonly locale?: string | null;
  readonly selectedOffice?: Id | null;
  readonly eventTitle?: string | null;
  readonly enquiryTypes?: readonly Id[] | null;
  readonly offices?: readonly Id[] | null;
}

/**
 * Reads the content files on which forms depend (docs/contract.md, "Site content"). It does not validate
 * their entries; the server does. Pages of unknown sites are left out.
 * @param mayLackFiles True if a missing file counts as an empty list; `lists.json` is always optional.
 * @throws CommandError If a file cannot be read, is not JSON or, except `lists.json`, is not a list.
 */
export async function readContentFolder(
  folder: string,
  { mayLackFiles = false }: { readonly mayLackFiles?: boolean } = {},
): Promise<ContentFolder> {
  /** Reads a list of the folder. Empty if the file is missing and may be. */
  const readList = async <Entry>(file: string): Promise<readonly Entry[]> =>
    mayLackFiles && !existsSync(join(folder, file)) ? [] : readContentList<Entry>(folder, file);
  const rawSites = await readList<RawSite>('sites.json');
  const sites = new Map(rawSites.map((site) => [String(site.id), site]));
  const offices = (await readList<Office>('offices.json')).map((office) =>
    withSiteFlags(office, (id) => sites.get(String(id))),
  );
  const enquiryTypes = await readList<EnquiryType>('enquiry-types.json');
  const pages = await readList<RawPage>('pages.json');
  const yachtModels = await readList<{ readonly name: string }>('yacht-models.json');
  const events = await readList<ContentEvent>('events.json');
  const lists = existsSync(join(folder, 'lists.json'))
    ? ((await readContentFile(folder, 'lists.json')) as Lists)
    : {};
  /** Returns the offices that belong to a site, in the order of `offices.json`. */
  const listOfficesOfSite = (id: Id) => offices.filter(({ site }) => isSameId(site?.id ?? '', id));
  return {
    content: {
      sites: rawSites,
      offices,
      enquiryTypes,
      yachtModels,
      lists,
      events,
      pages: pages.flatMap((page) => {
        const site = sites.get(String(page.site));
        return site === undefined ? [] : [linkPage(page, site, { offices, enquiryTypes, listOfficesOfSite })];
      }),
    },
    named: {
      sites: rawSites.map(({ id, name, domain }) => ({ id, name: name ?? domain })),
      offices: offices.map(({ id, name, title }) => ({ id, name, title: title ?? null })),
      enquiryTypes: enquiryTypes.map(({ id, name, names }) => ({ id, name, names: names ?? null })),
    },
  };
}

/** The entries to which the ids of pages refer. */
interface LinkedContent {
  readonly offices: readonly Office[];
  readonly enquiryTypes: readonly EnquiryType[];
  readonly listOfficesOfSite: (id: Id) => readonly Office[];
}

/**
 * Replaces the ids in a page by the entries with these ids. Unknown ids are left out. A page without enquiry
 * types offers all of them, a page without offices those of its site.
 */
function linkPage(
  page: RawPage,
  site: Site,
  { offices, enquiryTypes, listOfficesOfSite }: LinkedContent,
): ContentPage {
  const { path, placement, locale, selectedOffice, eventTitle } = page;
  /** Returns the entries in the order of the ids. */
  const findEntriesById = <Entry extends { readonly id: Id }>(all: readonly Entry[], ids: readonly Id[]) =>
    ids.flatMap((id) => all.find((entry) => isSameId(entry.id, id)) ?? []);
  const [selected] =
    selectedOffice === null || selectedOffice === undefined ? [] : findEntriesById(offices, [selectedOffice]);
  return {
    path,
    site,
    placement,
    ...(locale && { locale }),
    ...(eventTitle && { eventTitle }),
    ...(selected && { selectedOffice: selected }),
    enquiryTypes: page.enquiryTypes ? findEntriesById(enquiryTypes, page.enquiryTypes) : enquiryTypes,
    offices: page.offices ? findEntriesById(offices, page.offices) : listOfficesOfSite(site.id),
  };
}

/** Reads a list of a content folder. Throws `CommandError` if the file is missing, not JSON or not a list. */
async function readContentList<Entry>(folder: string, file: string): Promise<readonly Entry[]> {
  const value = await readContentFile(folder, file);
  if (!Array.isArray(value))
    throw new CommandError(
      `Cannot read "${join(folder, file)}": it is not a list; name the content with --content`,
    );
  return value as readonly Entry[];
}

/**
 * Reads and parses a file of a content folder.
 * @throws CommandError If it is missing or is not JSON.
 */
export async function readContentFile(folder: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, file), 'utf8'));
  } catch (cause) {
    const { message } = cause as Error;
    throw new CommandError(
      `Cannot read "${join(folder, file)}": ${message}; name the content with --content`,
      {
        cause,
      },
    );
  }
}
