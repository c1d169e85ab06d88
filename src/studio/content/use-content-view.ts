import { useMemo, useSyncExternalStore } from 'react';
import type { Documents, EnquiryType } from '#engine';
import { listOutlineTypes } from '#engine/editing/index.ts';
import type { ContentView, PageSummary, SiteSummary } from '../../api/studio.ts';
import type { StudioDraftStore } from '../draft/draft-store.ts';
import { listedTypesDocument } from '../draft/listed-types.ts';
import { type ContentEntry, contentLists } from './content-lists.ts';
import { sourcesDocument } from './source/source-edits.ts';

/**
 * Returns the content that the studio names in its sentences and choices: as it was when the draft was loaded,
 * with the lists that the draft changes.
 */
export function useContentView(store: StudioDraftStore, loaded: ContentView): ContentView {
  const { documents } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const [sites, offices, pages] = (['sites', 'offices', 'pages'] as const).map(
    (part) => documents[contentLists[part].document],
  );
  const types = documents['enquiry-types.json'];
  const listed = documents[listedTypesDocument];
  const sources = documents[sourcesDocument];
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the documents, only these lists are read.
  return useMemo(
    () => ({
      ...loaded,
      ...(Array.isArray(sites) && { sites: sites.map(toSiteSummary) }),
      ...(Array.isArray(offices) && { offices: offices.map(toOfficeSummary) }),
      ...(Array.isArray(pages) && { pages: pages.map((page) => toPageSummary(page, documents)) }),
      ...(typeof sources === 'object' && sources !== null && { sourced: Object.keys(sources) }),
      // The shape of the document is checked by the server, which reports what is wrong.
      ...(Array.isArray(listed) && { enquiryTypes: listed as readonly EnquiryType[] }),
    }),
    [loaded, sites, offices, pages, types, listed, sources],
  );
}

function toSiteSummary({ id, name, domain, timeZone }: ContentEntry): SiteSummary {
  return {
    id: String(id),
    name: String(name || domain),
    domain: String(domain),
    ...(typeof timeZone === 'string' && timeZone !== '' && { timeZone }),
  };
}

function toOfficeSummary({ id, name, title }: ContentEntry): ContentView['offices'][number] {
  return { id: String(id), name: String(title || name) };
}

function toPageSummary(page: ContentEntry, documents: Documents): PageSummary {
  const { path, title, site, placement, enquiryTypes } = page;
  const types = listOutlineTypes(documents);
  return {
    path: String(path),
    title: String(title || path),
    site: String(site),
    placement: String(placement),
    ...(Array.isArray(enquiryTypes) && {
      named: enquiryTypes.flatMap((id) => types.find((type) => String(type.id) === String(id))?.key ?? []),
    }),
  };
}
