import { memoizeByObject } from '../../model/memoize.ts';
import { cacheByLocale } from '../../texts/locale.ts';
import type { Office, YardSituation } from '../model/types.ts';

/**
 * Returns the list of offices that a page uses: its own, or all offices on an international site. If that
 * list is absent (not empty), the other one is used (docs/behaviour.md, "Eligible offices"); without both, an
 * empty list.
 */
export function selectOfficeList({ site, content }: YardSituation): readonly Office[] {
  const [first, second] =
    site.isInternational === true
      ? [content.allOffices, content.offices]
      : [content.offices, content.allOffices];
  return first ?? second ?? noOffices;
}

const noOffices: readonly Office[] = [];

/**
 * Returns the label of an office: `formatOfficeLabel({name: 'Poole', title: 'Sales'}) // 'Poole - Sales'`.
 * Without a title it is the name alone.
 */
export function formatOfficeLabel({ name, title }: Pick<Office, 'name' | 'title'>): string {
  const trimmed = title?.trim();
  return trimmed ? `${name} - ${trimmed}` : name;
}

/**
 * Returns offices sorted by `sortOrder`, missing ones last. Those with the same one are sorted by name or, if
 * the list is already sorted by label, stay in its order. Then the browser need not load a collator.
 */
export function sortEligibleOffices(
  offices: readonly Office[],
  { locale, isSorted }: { readonly locale: string; readonly isSorted: boolean },
): readonly Office[] {
  return sortBySortOrder(
    offices,
    isSorted ? () => 0 : (one, other) => getCollator(locale).compare(one, other),
  );
}

/**
 * Returns offices sorted by `sortOrder`, missing ones last, and those with the same one by `compareNames`.
 */
function sortBySortOrder(
  offices: readonly Office[],
  compareNames: (one: string, other: string) => number,
): readonly Office[] {
  const getSortOrder = (office: Office) => office.sortOrder ?? Number.POSITIVE_INFINITY;
  // The difference of two missing ones is no number, so that they are compared by name.
  return offices.toSorted(
    (one, other) => getSortOrder(one) - getSortOrder(other) || compareNames(one.name, other.name),
  );
}

/** The results of `sortByLabel`, by offices and by locale. */
const getSortedOffices = memoizeByObject(
  (_offices: readonly Office[]) => new Map<string, readonly Office[]>(),
);

/**
 * Returns offices sorted by label (numbers by value); those with the same label by `sortOrder`, then by name.
 * Returns the same array for the same offices.
 */
export function sortByLabel(offices: readonly Office[], locale: string): readonly Office[] {
  const ofLocale = getSortedOffices(offices);
  return ofLocale.get(locale) ?? cacheByLocale(ofLocale, locale, sortLabelled(offices, getCollator(locale)));
}

/** Returns offices in the order of `sortByLabel`. */
function sortLabelled(offices: readonly Office[], { compare }: Intl.Collator): readonly Office[] {
  return sortBySortOrder(offices, compare)
    .map((office) => ({ office, label: formatOfficeLabel(office) }))
    .sort((one, other) => compare(one.label, other.label))
    .map(({ office }) => office);
}

/** Collators by locale. They are cached because creating one is expensive. */
const collators = new Map<string, Intl.Collator>();
const maxCollators = 32;

/** Returns the cached collator of a locale. It compares digits by their value as a number. */
function getCollator(locale: string): Intl.Collator {
  let collator = collators.get(locale);
  if (collator === undefined) {
    collator = new Intl.Collator(locale, { numeric: true });
    if (collators.size >= maxCollators) collators.clear();
    collators.set(locale, collator);
  }
  return collator;
}
