import { officeField } from './names.ts';
import type { Office, Site } from './types.ts';

/** The id of a site or an office. */
type YardId = Site['id'] | Office['id'];

/** The kind of content that the values of a fact name. */
const contentByFact: Readonly<Record<string, 'site' | 'office' | 'service'>> = {
  'site.id': 'site',
  'office.site.id': 'site',
  'page.selectedOffice': 'office',
  'office.id': 'office',
  [`values.${officeField}`]: 'office',
  'office.services': 'service',
  'selectedOffice.services': 'service',
};

/** Returns true if the values of a fact are services, which are displayed without quotation marks. */
export function isFactOfServices(fact: string): boolean {
  return contentByFact[fact] === 'service';
}

/** The display names of the yard's content, and the content as far as it is known. */
export interface YardNames<Reference extends { readonly label: string }> {
  readonly site: (id: Site['id']) => Reference;
  readonly office: (id: Office['id']) => Reference;
  readonly content: {
    readonly sites?: readonly { readonly id: Site['id'] }[];
    readonly offices?: readonly { readonly id: Office['id']; readonly name: string }[];
    readonly services?: readonly string[];
  };
}

/**
 * Returns a reference to the site or the office that a value of a fact names; undefined for any other fact.
 */
export function findYardReference<Reference extends { readonly label: string }>(
  { fact, value }: { readonly fact: string; readonly value: YardId },
  names: YardNames<Reference>,
): Reference | undefined {
  const kind = contentByFact[fact];
  return kind === 'site' || kind === 'office' ? names[kind](value) : undefined;
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
    case 'office':
      return offices?.map(({ id }) => ({ value: id, label: names.office(id).label }));
    case 'service':
      return services?.map((service) => ({ value: service, label: service }));
    default:
      return undefined;
  }
}
