import type { Office } from '#engine';
import { readRawDemoContent } from '../../support/content.ts';
import type { PageData } from './peers/page-data.ts';

export const pagePath = '/service/falmouth';

/** The site that the page belongs to, and the office that it preselects. */
const siteId = 101;
const selectedOffice = 2;

/**
 * Returns content with `officeCount` offices on the page: the demonstration's own, then more with one or two
 * services each. For `startServer({content})`, and for the peers' data.
 */
export function createBenchContent(officeCount: number) {
  const raw = readRawDemoContent();
  const own = raw['offices.json'];
  const missing = officeCount - own.filter(isOnPage).length;
  return { 'offices.json': [...own, ...Array.from({ length: missing }, (_, at) => createOffice(at))] };
}

function isOnPage({ site }: Office): boolean {
  return site?.id === siteId;
}

function createOffice(at: number): Office {
  const services = ['general', 'sales', 'service'];
  return {
    id: 10_000 + at,
    name: `${places[at % places.length]} ${Math.floor(at / places.length) + 1}`,
    title: titles[at % titles.length] ?? '',
    email: `office-${at}@example.com`,
    sortOrder: (at * 7919) % 1000,
    services: [...new Set([services[at % 3], services[Math.floor(at / 3) % 3]])].flatMap((one) => one ?? []),
    site: { id: siteId, isInternational: false, exclude_from_international: false },
  };
}

const places = [
  'Poole',
  'Lymington',
  'Brest',
  'Genoa',
  'Palma',
  'Kiel',
  'Göteborg',
  'Århus',
  'Vigo',
  'Split',
];
const titles = [
  'Sales',
  'Service yard',
  'Brokerage',
  'Head office',
  'Winter storage',
  'Rigging loft',
  'Marina',
];

/** Returns the same content as data of a peer's page. */
export function toPeerData({ 'offices.json': offices }: ReturnType<typeof createBenchContent>): PageData {
  const raw = readRawDemoContent();
  const collator = new Intl.Collator('en', { numeric: true });
  return {
    domain: raw['sites.json'].find(({ id }) => id === siteId)?.domain ?? '',
    enquiryTypes: raw['enquiry-types.json'].map(({ id, name, names }) => ({
      id: Number(id),
      label: names?.en ?? name,
    })),
    offices: offices
      .filter((office) => isOnPage(office) && office.email)
      .map(({ id, name, title, services }) => ({
        id: Number(id),
        label: title ? `${name} - ${title}` : name,
        services: services ?? [],
      }))
      .sort((one, other) => collator.compare(one.label, other.label)),
    models: raw['yacht-models.json'].map(({ name }) => name),
    selectedOffice,
  };
}
