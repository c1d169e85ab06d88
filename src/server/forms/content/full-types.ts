import type { Capacity, Form } from '#engine';
import type { Log } from '../../platform/log/log.ts';
import { unsuspectedStates } from '../../store/records/inbox-entry.ts';
import type { StoredCapacity } from '../../store/records/new-enquiry.ts';
import type { Store } from '../../store/store.ts';
import type { ContentSite } from './content.ts';

/**
 * Returns the keys of the types that accept no more enquiries on a site; empty without a query if no type has a
 * capacity. A new enquiry is refused only when it is stored, because the last place may be taken meanwhile.
 */
export async function findFullTypes(
  { types }: Pick<Form, 'types'>,
  { domain }: Pick<ContentSite, 'domain'>,
  store: Pick<Store, 'countEnquiries'>,
): Promise<readonly string[]> {
  const full = await Promise.all(
    types.map(async ({ id, key, capacity, isRetired }) => {
      if (capacity === undefined || isRetired) return [];
      const { since, count, domain: site } = toStoredCapacity(capacity, domain);
      const filter = {
        type: String(id),
        mail: unsuspectedStates,
        from: since,
        ...(site !== undefined && { site }),
      };
      return (await store.countEnquiries({ filter, most: count })) >= count ? [key] : [];
    }),
  );
  return full.flat();
}

/**
 * Returns the full types of a site for a page. If they cannot be counted, the page shows all types: an enquiry beyond
 * the capacity is refused when it is sent.
 */
export async function findFullTypesOfPage(
  form: Pick<Form, 'types'>,
  site: Pick<ContentSite, 'domain'>,
  { store, log }: { readonly store: Pick<Store, 'countEnquiries'>; readonly log: Pick<Log, 'error'> },
): Promise<readonly string[]> {
  try {
    return await findFullTypes(form, site, store);
  } catch (error) {
    log.error('capacity-not-counted', error);
    return [];
  }
}

/** Returns a capacity as the store compares it with the enquiries of a site, by its domain. */
export function toStoredCapacity({ count, since, perSite }: Capacity, domain: string): StoredCapacity {
  return {
    count,
    since: since === undefined ? 0 : Date.parse(`${since}T00:00:00Z`),
    ...(perSite && { domain }),
  };
}
