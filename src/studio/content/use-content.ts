import { useEffect, useMemo, useRef } from 'react';
import { type Form, type Plan, resolve, toSituation, type Values } from '#engine';
import type { ContentFolderView } from '../../api/studio.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useKnownTypes } from '../draft/use-known-types.ts';
import type { VisibleType } from '../draft/visitors-order.ts';
import { type ServerData, useServerData } from '../ui/ask/use-server-data.ts';
import { getOwnLanguageName } from '../ui/language-name.ts';
import { listEntries } from './content-edits.ts';
import type { DraftContent } from './content-lists.ts';
import { type ContentEntry, type ContentList, contentLists } from './content-lists.ts';

/** Loads the files of the content folder and the form of the content. */
export function useContentFolder(): ServerData<ContentFolderView> {
  const { sourceEventCount, unsent, documents } = useDraftState();
  const loaded = useServerData<ContentFolderView>('content');
  const { reload } = loaded;
  // The server knows the sources of the draft once they are saved there.
  const sources = documents['content/sources.json'];
  const isSaved = unsent.length === 0;
  const saved = useRef(isSaved ? sources : null);
  const seen = useRef(sourceEventCount);
  useEffect(() => {
    if (seen.current === sourceEventCount && (saved.current === sources || !isSaved)) return;
    seen.current = sourceEventCount;
    if (isSaved) saved.current = sources;
    void reload();
  }, [sourceEventCount, isSaved, sources, reload]);
  return loaded;
}

/** Returns the content of the draft, with the files of the folder for what is not edited in the studio. */
export function useDraftContent(folder: ContentFolderView): DraftContent {
  const { documents } = useDraftState();
  return useMemo(
    () => ({ documents, folder: folder.documents, sourced: folder.sources.lists }),
    [documents, folder],
  );
}

/**
 * Returns the plan of the content form for an entry, with the choices that the content of the draft has.
 * @param isReadOnly True if the person may only look at the entry.
 */
export function useContentPlan(
  form: Form,
  {
    content,
    list,
    entry,
    answers,
    isReadOnly,
  }: {
    readonly content: DraftContent;
    readonly list: ContentList;
    readonly entry: ContentEntry;
    readonly answers: Values;
    readonly isReadOnly: boolean;
  },
): Plan {
  const { locale } = useStudio();
  const types = useKnownTypes();
  const site = list.type === 'page' ? list.getSite?.(entry) : undefined;
  const choices = useMemo(
    () => addNamed(createChoices(content, types, site), answers),
    [content, types, site, answers],
  );
  return useMemo(() => {
    const id = form.types.find(({ key }) => key === list.type)?.id ?? 0;
    const situation = toSituation({
      ...contentSituation,
      enquiryTypes: form.types.map((type) => ({ id: type.id, name: type.key })),
      locale,
      entered: { ...answers, enquiry_type: id },
      lists: choices,
    });
    const { fields, ...whole } = resolve(form, situation);
    const asked = fields.filter(({ name }) => name !== 'enquiry_type');
    return {
      ...whole,
      fields: isReadOnly ? asked.map((field) => ({ ...field, fixed: 'readonly' as const })) : asked,
    };
  }, [form, list, answers, choices, locale, isReadOnly]);
}

const contentSituation = {
  site: { id: 0, domain: '', isInternational: false, exclude_from_international: false },
  offices: [],
  inModal: false,
  isForLanding: false,
  today: '1970-01-01',
  eventTitles: { state: 'ready' as const, titles: [] },
};

/**
 * Returns the choices of the fields that name other entries, by the names of their lists.
 * @param site The site whose offices can be chosen, unless it is international. Absent: those of all sites.
 */
function createChoices(content: DraftContent, types: readonly VisibleType[], site: string | undefined) {
  const sites = listEntries(content, contentLists.sites);
  const isOfAll =
    site === undefined ||
    sites.some(({ id, isInternational }) => String(id) === site && isInternational === true);
  const offices = listEntries(content, contentLists.offices).filter(
    (office) => isOfAll || contentLists.offices.getSite?.(office) === site,
  );
  const locales = Object.keys(content.documents).flatMap(
    (file) => /^texts\/(.+)\.json$/.exec(file)?.slice(1) ?? [],
  );
  const toChoices = (list: ContentList, entries: readonly ContentEntry[]) =>
    entries.map((entry) => ({ id: String(entry.id), name: list.getLabel(entry) || String(entry.id) }));
  return {
    sites: toChoices(contentLists.sites, sites),
    domains: sites.map((site) => {
      const domain = String(site.domain);
      const name = contentLists.sites.getLabel(site);
      return { id: domain, name: name === '' || name === domain ? domain : `${name} (${domain})` };
    }),
    offices: toChoices(contentLists.offices, offices),
    types: types.map(({ type, name }) => ({ id: String(type.id), name })),
    services: types.map(({ type, name }) => ({ id: type.key, name })),
    locales: locales.map((locale) => ({ id: locale, name: getOwnLanguageName(locale) })),
  };
}

/** The fields that choose from a list, by the name of the list. */
const choosingFields: Readonly<Record<string, readonly string[]>> = {
  sites: ['site'],
  domains: ['site_domain'],
  offices: ['offices', 'selected_office'],
  types: ['enquiry_types'],
  services: ['services'],
  locales: ['locale'],
};

/**
 * Adds to each list what the entry names and the list does not have, such as an archived type, so that the form
 * shows it and does not take it away.
 */
function addNamed(
  lists: ReturnType<typeof createChoices>,
  answers: Values,
): ReturnType<typeof createChoices> {
  const added = Object.entries(lists).map(([name, choices]) => {
    const named = (choosingFields[name] ?? []).flatMap((field) => answers[field] ?? []).map(String);
    const missing = [...new Set(named)].filter((id) => !choices.some((choice) => choice.id === id));
    return [name, [...choices, ...missing.map((id) => ({ id, name: id }))]] as const;
  });
  return Object.fromEntries(added) as ReturnType<typeof createChoices>;
}
