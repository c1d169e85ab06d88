import type { Capacity, Form } from '#engine';
import type { StoredCapacity } from '../../store/records/new-enquiry.ts';
import type { Store } from '../../store/store.ts';
import type { ContentSite } from './content.ts';

/**
 * Returns the keys of the types that accept no more enquiries on a site; empty without a query if no type has a
 * capacity. It is for pages that are rendered: an enquiry is refused only when it is stored, because the last
 * place may be taken meanwhile.
 */
export async function findFullTypes(
  { types }: Pick<Form, 'types'>,
  { domain }: Pick<ContentSite, 'domain'>,
  store: Pick<Store, 'arrivals'>,
): Promise<readonly string[]> {
  const full = await Promise.all(
    types.map(async ({ id, key, capacity, isRetired }) => {
      if (capacity === undefined || isRetired) return [];
      const { since, count, domain: site } = toStoredCapacity(capacity, domain);
      const within = { types: [String(id)], ...(site !== undefined && { sites: [site] }) };
      const arrived = await store.arrivals({ since, within });
      return arrived.reduce((sum, one) => sum + one.count, 0) >= count ? [key] : [];
    }),
  );
  return full.flat();
}

/** Returns a capacity as the store compares it with the enquiries of a site, by its domain. */
export function toStoredCapacity({ count, since, perSite }: Capacity, domain: string): StoredCapacity {
  return {
    count,
    since: since === undefined ? 0 : Date.parse(`${since}T00:00:00Z`),
    ...(perSite && { domain }),
  };
}
