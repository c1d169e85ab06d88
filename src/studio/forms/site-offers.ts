import type { LeftOutType, PageOffers } from '../../api/studio.ts';

/** The pages of a site, by whether they offer a type. */
export interface OffersOfSite {
  /** The number of pages of the site. */
  readonly pages: number;
  /** The titles of the pages that offer the type. */
  readonly offered: readonly string[];
  /** The other pages by their reason, the most frequent reason first. */
  readonly leftOut: readonly PagesOfReason[];
}

/** The titles of the pages that leave out a type for the same reason. */
export interface PagesOfReason extends Omit<LeftOutType, 'type'> {
  readonly titles: readonly string[];
}

/** Groups the pages of a site by whether they offer a type, and by the reason if they do not. */
export function groupOffers(
  offers: readonly PageOffers[],
  { type, site }: { readonly type: string; readonly site: string },
): OffersOfSite {
  const pages = offers.filter((page) => page.site === site);
  const groups = new Map<string, PagesOfReason>();
  for (const { title, types, leftOut } of pages) {
    const reason = leftOut.find((each) => each.type === type);
    if (reason === undefined || types.includes(type)) continue;
    const { why, rules } = reason;
    const key = [why, ...rules].join(' ');
    groups.set(key, { why, rules, titles: [...(groups.get(key)?.titles ?? []), title] });
  }
  return {
    pages: pages.length,
    offered: pages.filter(({ types }) => types.includes(type)).map(({ title }) => title),
    leftOut: [...groups.values()].toSorted((one, other) => other.titles.length - one.titles.length),
  };
}
