import type { PageOffers } from '../../../api/studio.ts';
import { findPageTitle } from '../../forms/content/type-names.ts';
import { findOfferedTypes, toUtcDay } from '../../forms/content/visit.ts';
import type { LoadedDraft } from './loaded-draft.ts';

/**
 * Returns each page of the content with the keys of the enquiry types that it offers today (UTC); empty if it
 * offers none. Undefined if the draft does not compile or has no content yet.
 */
export function listPageOffers(
  { ready, content }: LoadedDraft,
  now: number,
): readonly PageOffers[] | undefined {
  if (ready === undefined || content === undefined) return undefined;
  const { form } = ready;
  return content.pages.map((page) => {
    const visit = { page, content, locale: form.settings.fallbackLocale, today: toUtcDay(now) };
    const types = findOfferedTypes(form, visit).map(({ key }) => key);
    return {
      path: page.path,
      title: findPageTitle(page, { form, content }, visit.locale),
      site: String(page.site.id),
      types,
    };
  });
}
