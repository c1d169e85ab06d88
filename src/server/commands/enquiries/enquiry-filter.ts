import type { EnquiryFilter } from '../../store/records/inbox-entry.ts';
import type { Store } from '../../store/store.ts';
import { requireSingleId } from './enquiry-ids-by-name.ts';
import type { EnquiryNames } from './enquiry-names.ts';

/**
 * Returns the filter with the ids of a type, an office and an assignee in place of their names. An id that
 * has no name any more is accepted if an enquiry has it.
 * @throws UsageError if a name is unknown or ambiguous.
 */
export async function resolveFilterNames(
  filter: EnquiryFilter,
  { store, names }: { readonly store: Store | undefined; readonly names: EnquiryNames },
): Promise<EnquiryFilter> {
  const { type, office, assignee } = filter;
  /** Returns true if at least one enquiry matches a filter; false without a store. */
  const hasEnquiries = async (one: EnquiryFilter) =>
    ((await store?.countEnquiries({ filter: one, most: 1 })) ?? 0) > 0;
  return {
    ...filter,
    ...(type !== undefined && { type: await findTypeId(type, { names, hasEnquiries }) }),
    ...(office !== undefined && {
      // An office that left the content may still have enquiries, so its id is accepted.
      office: requireSingleId(
        office,
        fallBackToId(names.findOfficeIds(office), office, await hasEnquiries({ office })),
        `No office has the name or id ${JSON.stringify(office)}`,
      ),
    }),
    ...(assignee !== undefined && {
      assignee: requireSingleId(
        assignee,
        fallBackToId(names.findPeopleIds(assignee), assignee, await hasEnquiries({ assignee })),
        `No person has the name or id ${JSON.stringify(assignee)}`,
      ),
    }),
  };
}

/**
 * Returns the id of the type with a key, name or id.
 * @throws UsageError if there is none, or if there are several.
 */
async function findTypeId(
  type: string,
  {
    names,
    hasEnquiries,
  }: { readonly names: EnquiryNames; readonly hasEnquiries: (one: EnquiryFilter) => Promise<boolean> },
): Promise<string> {
  return requireSingleId(
    type,
    fallBackToId(names.findTypeIds(type), type, await hasEnquiries({ type })),
    `No enquiry type has the key, name or id ${JSON.stringify(type)}; there are ${names.types.join(', ')}`,
  );
}

/**
 * Returns the found ids. If there are none and `isId` is true, returns the typed text as the only id;
 * otherwise an empty list.
 */
function fallBackToId(found: readonly string[], id: string, isId: boolean): readonly string[] {
  return found.length === 0 && isId ? [id] : found;
}
