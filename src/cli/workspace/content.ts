import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Documents, type EnquiryType, type Id, isSameId, type Lists, type Site } from '#engine';
import type { ContentPage, SiteContent } from '#engine/compare/index.ts';
import { contentPrefix } from '#engine/documents/index.ts';
import type { NamedContent } from '#engine/rules/sentences/index.ts';
import { CommandError } from '../../command/io.ts';
import {
  linkPresetFolder,
  linkPresetPageEntry,
  namePresetEntries,
  type PresetFolder,
  type PresetFolderFiles,
  type PresetPageEntry,
  presetFiles,
} from '../preset/content.ts';

/** The parts of a content folder on which forms depend, and the display names of its entries. */
export interface ContentFolder {
  readonly content: SiteContent;
  readonly named: NamedContent;
}

/** The absolute path of the demonstration content. */
export const demoContentFolder = fileURLToPath(new URL('../../site/content', import.meta.url));

/** The absolute path of the content of a form in one file: one page. The server has the same. */
export const oneFormContentFolder = fileURLToPath(
  new URL('../../server/forms/content/one-form', import.meta.url),
);

/** An entry of `sites.json`. */
type RawSite = Site & { readonly name?: string | null };

/** An entry of `pages.json`, which names other entries by their ids. */
interface RawPage extends PresetPageEntry {
  readonly path: string;
  readonly site: Id;
  readonly placement: ContentPage['placement'];
  readonly locale?: string | null;
  readonly enquiryTypes?: readonly Id[] | null;
}

/** The files that are lists, as the content folder has them. */
interface RawLists extends PresetFolderFiles {
  readonly 'sites.json': readonly RawSite[];
  readonly 'enquiry-types.json': readonly EnquiryType[];
  readonly 'pages.json': readonly RawPage[];
}

/** In the order in which they are read. */
const listFiles: readonly (keyof RawLists)[] = [
  'sites.json',
  ...presetFiles,
  'enquiry-types.json',
  'pages.json',
];

/**
 * Reads the content files on which forms depend (docs/contract.md, "Site content"). It does not validate
 * their entries; the server does. Pages of unknown sites are left out.
 * @param mayLackFiles True if a missing file counts as an empty list; `lists.json` is always optional.
 * @param documents Documents below `content/`, which replace the files of the same names. By default there are none.
 * @throws CommandError If a file cannot be read, is not JSON or, except `lists.json`, is not a list.
 */
export async function readContentFolder(
  folder: string,
  {
    mayLackFiles = false,
    documents = {},
  }: { readonly mayLackFiles?: boolean; readonly documents?: Documents } = {},
): Promise<ContentFolder> {
  const readIfExists = createContentReader(folder, documents);
  const files: Partial<Record<string, readonly unknown[]>> = {};
  for (const file of listFiles) {
    const value = await (readIfExists(file) ?? (mayLackFiles ? [] : readContentFile(folder, file)));
    files[file] = requireList(value, join(folder, file));
  }
  // The entries are not validated.
  const raw = files as unknown as RawLists;
  const rawSites = raw['sites.json'];
  const sites = new Map(rawSites.map((site) => [String(site.id), site]));
  const ofPreset = linkPresetFolder(raw, sites);
  const enquiryTypes = raw['enquiry-types.json'];
  const lists = ((await readIfExists('lists.json')) ?? {}) as Lists;
  return {
    content: {
      ...ofPreset,
      sites: rawSites,
      enquiryTypes,
      lists,
      pages: raw['pages.json'].flatMap((page) => {
        const site = sites.get(String(page.site));
        return site === undefined ? [] : [linkPage(page, site, { ofPreset, enquiryTypes })];
      }),
    },
    named: {
      sites: rawSites.map(({ id, name, domain }) => ({ id, name: name ?? domain })),
      ...namePresetEntries(ofPreset),
      enquiryTypes: enquiryTypes.map(({ id, name, names }) => ({ id, name, names: names ?? null })),
    },
  };
}

/**
 * Replaces the ids in a page by the entries with these ids. Unknown ids are left out. A page without enquiry
 * types offers all of them.
 */
function linkPage(
  page: RawPage,
  site: Site,
  {
    ofPreset,
    enquiryTypes,
  }: { readonly ofPreset: PresetFolder; readonly enquiryTypes: readonly EnquiryType[] },
): ContentPage {
  const { path, placement, locale } = page;
  return {
    path,
    site,
    placement,
    ...(locale && { locale }),
    ...linkPresetPageEntry(page, { site, content: ofPreset }),
    enquiryTypes:
      page.enquiryTypes?.flatMap((id) => enquiryTypes.find((type) => isSameId(type.id, id)) ?? []) ??
      enquiryTypes,
  };
}

/** Returns a value that is a list. Throws `CommandError` with its path if it is not. */
function requireList(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value))
    throw new CommandError(`Cannot read "${path}": it is not a list; name the content with --content`);
  return value;
}

/**
 * Returns a function that returns the content of a file: the document below `content/` of that name, else the
 * parsed file of the folder. Undefined if neither exists; rejects with `CommandError` if the file is not JSON.
 */
export function createContentReader(
  folder: string,
  documents: Documents,
): (file: string) => Promise<unknown> | undefined {
  return (file) => {
    const name = contentPrefix + file;
    if (Object.hasOwn(documents, name)) return Promise.resolve(documents[name]);
    return existsSync(join(folder, file)) ? readContentFile(folder, file) : undefined;
  };
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
