import type { EnquiryFilter } from '../../store/records/inbox-entry.ts';

/** The content file whose entries enquiries are for. */
export const awaitedFile = 'offices.json';

/** Returns the filter of the enquiries that are for an entry of the file. */
export function toAwaitedFilter(id: string): Pick<EnquiryFilter, 'office'> {
  return { office: id };
}
