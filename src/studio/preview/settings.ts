import { useCallback, useMemo } from 'react';
import type { Documents } from '#engine';
import type { ExampleSituation } from '#engine/check/index.ts';
import { getFallbackLocale, listOutlineTypes, listTextLocales } from '#engine/editing/index.ts';
import type { PreviewQuery } from '../../api/studio.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { pickExampleNames, preselectionParameter, toPreselection } from '../preset/preview.ts';
import { replaceSearch, useSearch } from '../ui/address.ts';

export const placements = ['inline', 'modal', 'landing'] as const;

/** The widths of the preview: the pane, a device, or a desktop and a phone side by side. */
export const previewWidths = ['free', 'phone', 'tablet', 'desktop', 'both'] as const;

/** The settings of a preview. They are part of the address, so that they can be shared. */
export interface PreviewSettings {
  /** The site's id. Empty: the first site, or the site of the example. */
  readonly site: string;
  readonly placement: PreviewQuery['placement'];
  /** Empty: the fallback language. */
  readonly language: string;
  /** The key of the type to start with. `page`: the default of the page. Empty: the type of this form. */
  readonly opens: string;
  /** The id of what the preset preselects on the page. Empty: none. */
  readonly preselection: string;
  /** An ISO date. Empty: today. */
  readonly date: string;
  readonly width: (typeof previewWidths)[number];
  /** A situation whose other values, such as facts of the site, are previewed as well. Absent: none. */
  readonly example?: ExampleSituation;
}

const defaultSettings: PreviewSettings = {
  site: '',
  placement: 'inline',
  language: '',
  opens: '',
  preselection: '',
  date: '',
  width: 'free',
};

/** Returns the parameter of the address that has a setting. */
function toParameter(name: string): string {
  return name === 'preselection' ? preselectionParameter : name;
}

const settingParameters: ReadonlySet<string> = new Set(Object.keys(defaultSettings).map(toParameter));

/**
 * Returns the preview settings of the address, and a function that changes some of them there. It keeps all
 * other search parameters and adds no entry to the browser's history.
 */
export function usePreviewSettings(): readonly [PreviewSettings, (change: Partial<PreviewSettings>) => void] {
  const search = useSearch();
  const settings = useMemo(() => parseSettings(search), [search]);
  const change = useCallback((some: Partial<PreviewSettings>) => {
    const now = parseSettings(new URLSearchParams(location.search));
    const next = toSettingsSearch({ ...now, ...some });
    // Other search parameters are preserved.
    for (const [name, value] of new URLSearchParams(location.search))
      if (!settingParameters.has(name) && name !== 'example') next.append(name, value);
    replaceSearch(next);
  }, []);
  return [settings, change];
}

/**
 * Returns the query that requests a preview with these settings. The type is that of `opens`, else `typeKey`;
 * it is absent if `opens` is `page`. An empty language, or one without texts, becomes the fallback language.
 * An empty site becomes the first site, but stays empty if there is an example.
 */
export function usePreviewQuery(typeKey: string, settings: PreviewSettings): PreviewQuery {
  const { content } = useStudio();
  const { documents } = useDraftState();
  const { placement, preselection, date, example, opens } = settings;
  const locale = settings.language || getFallbackLocale(documents);
  const site = settings.site || (example ? '' : (content.sites[0]?.id ?? ''));
  const type = opens === 'page' ? '' : opens || typeKey;
  const isKnown = listTextLocales(documents).includes(locale);
  const language = isKnown ? locale : getFallbackLocale(documents);
  return useMemo(
    () => ({
      site,
      placement,
      locale: language,
      ...(type !== '' && { type }),
      ...toPreselection(preselection),
      ...(date !== '' && { today: date }),
      ...(example && { example }),
    }),
    [site, placement, language, type, preselection, date, example],
  );
}

/**
 * Returns the address of the form page that previews a situation. It is the page of the situation's type, or
 * else of the first type. Undefined if there are no types. Example: `getExampleAddress({ on: { types:
 * ['sales'], placement: 'modal' } }, documents) // '/studio/forms/sales?placement=modal&…'`
 * @public
 */
export function getExampleAddress(example: ExampleSituation, documents: Documents): string | undefined {
  const { on } = example;
  const known = listOutlineTypes(documents).map(({ key }) => key);
  const named = [on.type, ...(on.types ?? [])].find(
    (type) => typeof type === 'string' && known.includes(type),
  );
  const type = named ?? known[0];
  if (typeof type !== 'string') return undefined;
  const search = toSettingsSearch(toExampleSettings(example));
  return `/studio/forms/${encodeURIComponent(type)}?${search}`;
}

/**
 * Returns the settings that preview a situation. Placement, language, date and type become settings; all
 * other values stay in `example`. Without `type`, `opens` is `page`: the page decides which type is shown.
 */
export function toExampleSettings({ on, ...named }: ExampleSituation): PreviewSettings {
  const { placement = 'inline', locale = '', today = '', type, ...rest } = on;
  return {
    ...defaultSettings,
    placement,
    language: locale,
    date: today,
    opens: type ?? 'page',
    example: { on: rest, ...pickExampleNames(named) },
  };
}

/** Returns the search parameters for settings. Defaults are omitted. */
export function toSettingsSearch({ example, ...settings }: PreviewSettings): URLSearchParams {
  const changedEntries = Object.entries(settings)
    .filter(([name, value]) => value !== defaultSettings[name as keyof typeof defaultSettings])
    .map(([name, value]) => [toParameter(name), value]);
  return new URLSearchParams([
    ...changedEntries,
    ...(example ? [['example', JSON.stringify(example)] as [string, string]] : []),
  ]);
}

/**
 * Returns the settings in search parameters. Missing ones get their defaults, and so do an invalid placement,
 * width, date or example; ids, keys and languages are not checked.
 */
function parseSettings(search: URLSearchParams): PreviewSettings {
  /** Returns a search parameter, or an empty text if it is missing. */
  const getParameter = (name: string) => search.get(name) ?? '';
  const example = parseExample(getParameter('example'));
  return {
    site: getParameter('site'),
    placement: placements.find((one) => one === getParameter('placement')) ?? defaultSettings.placement,
    language: getParameter('language'),
    opens: getParameter('opens'),
    preselection: getParameter(preselectionParameter),
    date: /^\d{4}-\d\d-\d\d$/.test(getParameter('date')) ? getParameter('date') : '',
    width: previewWidths.find((one) => one === getParameter('width')) ?? defaultSettings.width,
    ...(example && { example }),
  };
}

/**
 * Returns the situation in the parameter `example` of an address. Undefined if the text is empty, is not JSON
 * or has no object `on`. The values of the situation are not checked.
 */
function parseExample(text: string): ExampleSituation | undefined {
  if (text === '') return undefined;
  try {
    const { on, ...named } = Object(JSON.parse(text)) as Partial<ExampleSituation>;
    return typeof on === 'object' && on !== null ? { on, ...pickExampleNames(named) } : undefined;
  } catch {
    return undefined;
  }
}
