import type { JsonSchema } from '#engine';
import { presetFiles } from '../../preset/content.ts';
import { checkSources } from '../sources/content-source.ts';
import sources from '../sources/sources.schema.json' with { type: 'json' };
import { toPagePath } from './content.ts';
import destinations from './destinations.schema.json' with { type: 'json' };
import enquiryTypes from './enquiry-types.schema.json' with { type: 'json' };
import frame from './frame.schema.json' with { type: 'json' };
import {
  type CheckContext,
  checkDestinations,
  checkFurtherDomains,
  checkPages,
  checkRecipients,
  checkSites,
  type EntryProblem,
  listIds,
} from './kind-checks.ts';
import lists from './lists.schema.json' with { type: 'json' };
import pages from './pages.schema.json' with { type: 'json' };
import type { RawContent } from './raw-content.ts';
import recipients from './recipients.schema.json' with { type: 'json' };
import sites from './sites.schema.json' with { type: 'json' };

/** A file of a content folder. */
export type ContentFile = Extract<keyof RawContent, string>;

/** The shape of a content file, and what its schema cannot check. */
export interface ContentKind<Value> {
  /** Draft 2020-12. */
  readonly schema: JsonSchema;
  readonly isOptional?: boolean;
  /** True for a list that is empty if the file is absent. */
  readonly isEmptyIfAbsent?: boolean;
  /** Returns the texts of the entries that must be unique, by the property to which a problem points. */
  readonly listKeys?: (value: Value) => Readonly<Record<string, readonly string[]>>;
  /** Checks the entries before any reference is checked. */
  readonly checkKeys?: (value: Value) => readonly EntryProblem[];
  /** Checks the entries against the other files and the form. An absent file is undefined. */
  readonly check?: (value: Value, context: CheckContext) => readonly EntryProblem[];
}

type ContentKinds = { readonly [File in ContentFile]: ContentKind<RawContent[File]> };

/** The files of a content folder (docs/contract.md, "Site content"), in the order of their problems. */
export const contentKinds: ContentKinds = {
  'sites.json': {
    schema: sites,
    listKeys: (entries) => ({
      id: listIds(entries),
      domain: entries.map(({ domain }) => domain.toLowerCase()),
    }),
    checkKeys: checkFurtherDomains,
    check: checkSites,
  },
  ...presetFiles.sites,
  'enquiry-types.json': {
    schema: enquiryTypes,
    isEmptyIfAbsent: true,
    listKeys: (entries) => ({ id: listIds(entries) }),
  },
  ...presetFiles.types,
  'lists.json': { schema: lists, isOptional: true },
  'recipients.json': { schema: recipients, isOptional: true, check: checkRecipients },
  'destinations.json': { schema: destinations, isOptional: true, check: checkDestinations },
  ...presetFiles.pages,
  'pages.json': {
    schema: pages,
    listKeys: (entries) => ({ path: entries.map(({ path }) => toPagePath(path)) }),
    check: checkPages,
  },
  'frame.json': { schema: frame, isOptional: true },
  'sources.json': {
    schema: sources,
    isOptional: true,
    check: (given) => checkSources(given ?? {}, sourcedLists),
  },
};

export const contentFiles = Object.keys(contentKinds) as readonly ContentFile[];

/**
 * The lists that may come from an address, without `.json`. Destinations may not: they decide to whom enquiries
 * are sent.
 */
const sourcedLists: readonly string[] = contentFiles
  .filter((file) => contentKinds[file].schema.type === 'array' && file !== 'destinations.json')
  .map((file) => file.replace(/\.json$/, ''));

/** Returns the file of a list that may come from an address; undefined for any other name. */
export function findSourcedFile(list: string): ContentFile | undefined {
  return contentFiles.find((file) => file === `${list}.json` && sourcedLists.includes(list));
}
