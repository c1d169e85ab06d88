import type { VersionName } from '../../api/consequences.ts';
import type { PreviewQuery } from '../../api/studio.ts';
import { getPreselectedId } from '../preset/preview.ts';
import { toSettingsSearch } from '../preview/settings.ts';

export interface BothVersions {
  readonly from: VersionName;
  readonly to: VersionName;
}

/**
 * Returns the address of the page that compares two versions in the situation of a preview, in a frame of the
 * available width.
 */
export function getCompareAddress({ from, to }: BothVersions, query: PreviewQuery): string {
  const { site, placement, locale, type = 'page', today = '', example } = query;
  const search = toSettingsSearch({
    site,
    placement,
    language: locale,
    opens: type,
    preselection: getPreselectedId(query),
    date: today,
    width: 'free',
    ...(example && { example }),
  });
  return `/studio/compare?from=${from}&to=${to}&${search}`;
}

/**
 * Returns the versions in an address. A missing or invalid `from` means `live`, and such a `to` means
 * `draft`.
 */
export function parseBothVersions(search: URLSearchParams): BothVersions {
  return {
    from: parseVersionName(search.get('from')) ?? 'live',
    to: parseVersionName(search.get('to')) ?? 'draft',
  };
}

/**
 * Returns `live`, `draft` or a version number from 1 with at most nine digits. Undefined for any other text.
 */
function parseVersionName(text: string | null): VersionName | undefined {
  if (text === 'live' || text === 'draft') return text;
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
