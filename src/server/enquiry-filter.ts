import { requireSingleId } from './enquiry-ids-by-name.ts';
import type { EnquiryNames } from './enquiry-names.ts';
import type { EnquiryFilter } from './store/inbox-entry.ts';
import type { Store } from './store/store.ts';

/**
 * Replaces the names of a type, an office and an assignee in a filter by their ids.
 * @throws EnquiriesUsageError if a name is unknown or ambiguous.
 */
export async function resolveFilterNames(
  filter: EnquiryFilter,
  { store, names }: { readonly store: Store | undefined; readonly names: EnquiryNames },
): Promise<EnquiryFilter> {
  const { type, office, assignee } = filter;
  const isOfSome = async (one: EnquiryFilter) =>
    ((await store?.countEnquiries({ filter: one, most: 1 })) ?? 0) > 0;
  return {
    ...filter,
    ...(type !== undefined && { type: await findTypeId(type, { names, isOfSome }) }),
    ...(office !== undefined && {
      // An office that left the content may still have enquiries, so its id is accepted.
      office: requireSingleId(
        office,
        withOwnId(names.officesCalled(office), office, await isOfSome({ office })),
        `No office has the name or id ${JSON.stringify(office)}`,
      ),
    }),
    ...(assignee !== undefined && {
      assignee: requireSingleId(
        assignee,
        withOwnId(names.peopleCalled(assignee), assignee, await isOfSome({ assignee })),
        `No person has the name or id ${JSON.stringify(assignee)}`,
      ),
    }),
  };
}

async function findTypeId(
  type: string,
  {
    names,
    isOfSome,
  }: { readonly names: EnquiryNames; readonly isOfSome: (one: EnquiryFilter) => Promise<boolean> },
): Promise<string> {
  return requireSingleId(
    type,
    withOwnId(names.typesCalled(type), type, await isOfSome({ type })),
    `No enquiry type has the key, name or id ${JSON.stringify(type)}; there are ${names.types.join(', ')}`,
  );
}

function withOwnId(called: readonly string[], id: string, isId: boolean): readonly string[] {
  return called.length === 0 && isId ? [id] : called;
}
