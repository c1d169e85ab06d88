import { requireSingleId } from '../../../command/ids-by-name.ts';
import { presetFilterLookups } from '../../preset/command-lists.ts';
import type { EnquiryFilter } from '../../store/records/inbox-entry.ts';
import type { Store } from '../../store/store.ts';
import type { EnquiryNames } from './enquiry-names.ts';

/**
 * Returns the filter with ids in place of the names that `lookups` find. An id that has no name any more is
 * accepted if an enquiry has it.
 * @throws UsageError if a name is unknown or ambiguous.
 */
export async function resolveFilterNames(
  filter: EnquiryFilter,
  { store, names }: { readonly store: Store | undefined; readonly names: EnquiryNames },
): Promise<EnquiryFilter> {
  let resolved = filter;
  for (const name of namedFilters) {
    const text = filter[name];
    if (text === undefined) continue;
    const { findIds, missing } = lookups[name];
    // An entry that left the content may still have enquiries, so its id is accepted.
    const isId = ((await store?.countEnquiries({ filter: { [name]: text }, most: 1 })) ?? 0) > 0;
    const ids = fallBackToId(findIds(names)(text), text, isId);
    resolved = { ...resolved, [name]: requireSingleId(text, ids, missing(JSON.stringify(text), names)) };
  }
  return resolved;
}

/** Finds the ids of a filter that a person gives by name. */
interface Lookup {
  readonly findIds: (names: EnquiryNames) => (text: string) => readonly string[];
  /** Returns the message that nothing has the quoted name or id. */
  readonly missing: (quoted: string, names: EnquiryNames) => string;
}

const lookups = {
  type: {
    findIds: (names) => names.findTypeIds,
    missing: (quoted, names) =>
      `No enquiry type has the key, name or id ${quoted}; there are ${names.types.join(', ')}`,
  },
  ...presetFilterLookups,
  assignee: {
    findIds: (names) => names.findPeopleIds,
    missing: (quoted) => `No person has the name or id ${quoted}`,
  },
} satisfies Readonly<Partial<Record<keyof EnquiryFilter, Lookup>>>;

const namedFilters = Object.keys(lookups) as readonly (keyof typeof lookups)[];

/**
 * Returns the found ids. If there are none and `isId` is true, returns the typed text as the only id;
 * otherwise an empty list.
 */
function fallBackToId(found: readonly string[], id: string, isId: boolean): readonly string[] {
  return found.length === 0 && isId ? [id] : found;
}
