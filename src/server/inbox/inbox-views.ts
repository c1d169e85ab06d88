import { isObject } from '#engine/json-schema/values.ts';
import type { InboxRefusal } from '../../api/inbox.ts';
import { toInertLine } from '../delivery/mail/inert-text.ts';
import type { InboxSettings } from '../platform/config/settings.ts';
import { toComparisonKey } from '../store/records/comparison-key.ts';
import type { SavedInboxView } from '../store/records/inbox-views-entry.ts';
import { recordedParameters } from './inbox-filter.ts';

export type ParsedViews =
  | { readonly ok: true; readonly views: readonly SavedInboxView[] }
  | { readonly ok: false; readonly refusal: InboxRefusal };

/** The parameters of the list that a view contains. Others are left out. */
const viewParameters = ['search', ...recordedParameters, 'campaign', 'zone'] as const;

/**
 * Parses the saved views of a request. Names are trimmed, and unique regardless of case. Refused are views that
 * are no objects with an id, too many, and those whose search contains a mail address: it would outlive the
 * erasure of that person's data.
 */
export function parseViews(
  given: unknown,
  { views: { most, longestName }, longestSearch }: Pick<InboxSettings, 'views' | 'longestSearch'>,
): ParsedViews {
  const entries: readonly unknown[] = Array.isArray(given) ? given : [undefined];
  if (entries.length > most) return refuseView('too-many', '', most);
  const views: SavedInboxView[] = [];
  for (const entry of entries) {
    if (!isObject(entry)) return invalidViews;
    const { id, name, query, isCounted } = entry;
    if (typeof id !== 'string' || !/^[\w-]{8,64}$/.test(id)) return invalidViews;
    if (typeof name !== 'string' || typeof query !== 'string') return invalidViews;
    const shown = toInertLine(name.normalize('NFC')).trim().replaceAll(/\s+/g, ' ');
    if (shown === '') return refuseView('no-name', shown);
    if ([...shown].length > longestName) return refuseView('long-name', shown, longestName);
    if (views.some((other) => toComparisonKey(other.name) === toComparisonKey(shown)))
      return refuseView('same-name', shown);
    const search = new URLSearchParams(query);
    const parameters = viewParameters.flatMap((key) => {
      const value = (search.get(key) ?? '').trim().slice(0, longestSearch);
      return value === '' ? [] : [[key, value] as [string, string]];
    });
    if (search.get('search')?.normalize('NFKC').includes('@')) return refuseView('address', shown);
    views.push({
      id,
      name: shown,
      query: new URLSearchParams(parameters).toString(),
      isCounted: isCounted === true,
    });
  }
  return { ok: true, views };
}

const invalidViews: ParsedViews = {
  ok: false,
  refusal: {
    error: 'bad-request',
    field: 'views',
    message: 'List the views, each with an id, a name and a query.',
  },
};

/** Returns the refusal of a view. */
function refuseView(
  reason: Extract<InboxRefusal, { readonly error: 'bad-view' }>['reason'],
  name: string,
  most?: number,
): ParsedViews {
  return {
    ok: false,
    refusal: { error: 'bad-view', reason, name: name.slice(0, 200), ...(most !== undefined && { most }) },
  };
}
