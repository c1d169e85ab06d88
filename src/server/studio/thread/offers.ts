import type { PageOffers } from '../../../studio/protocol.ts';
import { dayOf, offeredOn } from '../../content/visit.ts';
import type { LoadedDraft } from './loaded-draft.ts';

/** Returns what each page of the content offers by a draft; undefined where that is no form. */
export function offersIn({ ready, content }: LoadedDraft, now: number): readonly PageOffers[] | undefined {
  if (ready === undefined || content === undefined) return undefined;
  const { form } = ready;
  return content.pages.map((page) => {
    const visit = { page, content, locale: form.settings.fallbackLocale, today: dayOf(now) };
    const types = offeredOn(form, visit).map(({ key }) => key);
    return { path: page.path, title: page.title, site: String(page.site.id), types };
  });
}
