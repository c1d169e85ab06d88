import { officeField } from './names.ts';
import type { Office, Site } from './types.ts';

/** The id of a site or an office. */
type YardId = Site['id'] | Office['id'];

/** The kind of content that the values of a fact name. */
const contentByFact: Readonly<Record<string, 'site' | 'item' | 'service'>> = {
  'site.id': 'site',
  'office.site.id': 'site',
  'page.selectedOffice': 'item',
  'office.id': 'item',
  [`values.${officeField}`]: 'item',
  'office.services': 'service',
  'selectedOffice.services': 'service',
};

/** Returns true if the values of a fact are services, which are displayed without quotation marks. */
export function isFactOfServices(fact: string): boolean {
  return contentByFact[fact] === 'service';
}

/**
 * The places that sentences name, by the boolean fact that a condition reads, in the order in which a sentence
 * names them. Each has the messages `place.‹name›` and `place.not-‹name›`.
 */
export const yardPlaces = {
  'site.isInternational': 'international',
  'page.inModal': 'modal',
  'page.isForLanding': 'landing',
} as const;

/** The group of the facts about offices in the rule editor. */
export const officeFactGroup = 'office';

/** Returns true for a fact about one office or about the narrowed list. */
export function isFactOfOffices(name: string): boolean {
  return /^offices?\./.test(name);
}

/** The kind of a reference to an office, and its message in the catalogues for one without a name. */
export const officeReference = 'office';

/** The yard's part of the content that sentences name. `Item` has an id and a name. */
export interface YardNamedContent<Item> {
  readonly sites?: readonly Item[];
  readonly offices?: readonly Item[];
  /** Services that offices offer. No document declares them. */
  readonly services?: readonly string[];
}

/** Returns the offices of the content; undefined if they are not known. */
export function getNamedOffices<Item>({ offices }: YardNamedContent<Item>): readonly Item[] | undefined {
  return offices;
}

/** The display names of the yard's content, and the content as far as it is known. */
export interface YardNames<Reference extends { readonly label: string }> {
  readonly site: (id: Site['id']) => Reference;
  readonly item: (id: Office['id']) => Reference;
  readonly content: YardNamedContent<{ readonly id: YardId; readonly name: string }>;
}

/**
 * Returns a reference to the site or the office that a value of a fact names; undefined for any other fact.
 */
export function findYardReference<Reference extends { readonly label: string }>(
  { fact, value }: { readonly fact: string; readonly value: YardId },
  names: YardNames<Reference>,
): Reference | undefined {
  const kind = contentByFact[fact];
  return kind === 'site' || kind === 'item' ? names[kind](value) : undefined;
}

/**
 * Returns the known values of a fact about sites, offices or services with their labels; undefined for any
 * other fact, and if the content does not have the list.
 */
export function listYardValues(
  fact: string,
  names: YardNames<{ readonly label: string }>,
): readonly { readonly value: YardId; readonly label: string }[] | undefined {
  const { sites, offices, services } = names.content;
  if (fact === 'office.name') return offices?.map(({ name }) => ({ value: name, label: name }));
  switch (contentByFact[fact]) {
    case 'site':
      return sites?.map(({ id }) => ({ value: id, label: names.site(id).label }));
    case 'item':
      return offices?.map(({ id }) => ({ value: id, label: names.item(id).label }));
    case 'service':
      return services?.map((service) => ({ value: service, label: service }));
    default:
      return undefined;
  }
}
