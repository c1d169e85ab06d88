import { useCallback, useMemo } from 'react';
import type { Documents } from '#engine';
import type { Example } from '#engine/check/index.ts';
import { fallbackLocale, localesOf, typesOf } from '#engine/editing/index.ts';
import { replaceSearch, useSearch } from '../address.ts';
import { useDraft, useStudio } from '../context.ts';
import type { PreviewQuery } from '../protocol.ts';

/** How a page holds the form. */
export const placements = ['inline', 'modal', 'landing'] as const;

/** How wide the preview is: as its pane, as a device, or as a desktop and a phone beside each other. */
export const widths = ['free', 'phone', 'tablet', 'desktop', 'both'] as const;

/** What a preview shows; it stands in the address, so that it can be sent to somebody. */
export interface PreviewSettings {
  /** The site's id; '' for the first one, or the example's own. */
  readonly site: string;
  readonly placement: PreviewQuery['placement'];
  /** '' for the language that every other falls back to. */
  readonly language: string;
  /** The key of the type that it opens with; `page`: as the page opens by itself; '' for the form's own. */
  readonly opens: string;
  /** The id of an office that is chosen already; '' for none. */
  readonly office: string;
  /** ISO date; '' for today. */
  readonly date: string;
  readonly width: (typeof widths)[number];
  readonly example?: Example;
}

const plain: PreviewSettings = {
  ...{ site: '', placement: 'inline', language: '', opens: '', office: '', date: '', width: 'free' },
};

/** The settings of the preview as the address has them, and what changes some of them. */
export function usePreviewSettings(): readonly [PreviewSettings, (change: Partial<PreviewSettings>) => void] {
  const search = useSearch();
  const settings = useMemo(() => settingsOf(search), [search]);
  const change = useCallback((some: Partial<PreviewSettings>) => {
    const now = settingsOf(new URLSearchParams(location.search));
    const next = addressSearch({ ...now, ...some });
    // What else stands there is others'.
    for (const [name, value] of new URLSearchParams(location.search))
      if (!(name in plain) && name !== 'example') next.append(name, value);
    replaceSearch(next);
  }, []);
  return [settings, change];
}

/** What is asked of the server for a preview of a form. */
export function usePreviewQuery(typeKey: string, settings: PreviewSettings): PreviewQuery {
  const { content } = useStudio();
  const { documents } = useDraft();
  const { placement, office, date, example, opens } = settings;
  const locale = settings.language || fallbackLocale(documents);
  const site = settings.site || (example ? '' : (content.sites[0]?.id ?? ''));
  const type = opens === 'page' ? '' : opens || typeKey;
  const isKnown = localesOf(documents).includes(locale);
  const language = isKnown ? locale : fallbackLocale(documents);
  return useMemo(
    () => ({
      ...{ site, placement, locale: language },
      ...(type !== '' && { type }),
      ...(office !== '' && { office }),
      ...(date !== '' && { today: date }),
      ...(example && { example }),
    }),
    [site, placement, language, type, office, date, example],
  );
}

/**
 * The address of the form's page whose preview shows a situation, as checks and rules give one; undefined where that is of no type.
 * `exampleAddress({ on: { types: ['sales'], placement: 'modal' } }, documents) // '/studio/forms/sales?placement=modal&…'`
 * @public
 */
export function exampleAddress(example: Example, documents: Documents): string | undefined {
  const { on } = example;
  const known = typesOf(documents).map(({ key }) => key);
  const named = [on.type, ...(on.types ?? [])].find(
    (type) => typeof type === 'string' && known.includes(type),
  );
  const type = named ?? known[0];
  if (typeof type !== 'string') return undefined;
  const search = addressSearch(settingsOfExample(example));
  return `/studio/forms/${encodeURIComponent(type)}?${search}`;
}

/** The settings that show a situation: what has a control of its own is said by that, the rest stays as it is. */
export function settingsOfExample({ on, offices }: Example): PreviewSettings {
  const { placement = 'inline', locale = '', today = '', type, ...rest } = on;
  return {
    ...plain,
    ...{ placement, language: locale, date: today, opens: type ?? 'page' },
    example: { on: rest, ...(offices && { offices }) },
  };
}

/** Settings as the query of an address says them. */
export function addressSearch({ example, ...settings }: PreviewSettings): URLSearchParams {
  const told = Object.entries(settings).filter(
    ([name, value]) => value !== plain[name as keyof typeof plain],
  );
  return new URLSearchParams([
    ...told,
    ...(example ? [['example', JSON.stringify(example)] as [string, string]] : []),
  ]);
}

function settingsOf(search: URLSearchParams): PreviewSettings {
  const text = (name: string) => search.get(name) ?? '';
  const example = exampleOf(text('example'));
  return {
    site: text('site'),
    placement: placements.find((one) => one === text('placement')) ?? plain.placement,
    language: text('language'),
    opens: text('opens'),
    office: text('office'),
    date: /^\d{4}-\d\d-\d\d$/.test(text('date')) ? text('date') : '',
    width: widths.find((one) => one === text('width')) ?? plain.width,
    ...(example && { example }),
  };
}

/** Whatever somebody wrote into an address. */
function exampleOf(text: string): Example | undefined {
  if (text === '') return undefined;
  try {
    const { on, offices } = Object(JSON.parse(text)) as Partial<Example>;
    return typeof on === 'object' && on !== null ? { on, ...(offices && { offices }) } : undefined;
  } catch {
    return undefined;
  }
}
