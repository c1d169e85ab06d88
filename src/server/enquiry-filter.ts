import { theOne } from './enquiry-called.ts';
import type { EnquiryNames } from './enquiry-names.ts';
import type { EnquiryFilter } from './store/desk-entry.ts';
import type { Store } from './store/store.ts';

/**
 * Replaces the names of a type, an office and an assignee in a filter by their ids.
 * @throws UsageError if a name is unknown or ambiguous.
 */
export async function namedFilter(
  filter: EnquiryFilter,
  { store, names }: { readonly store: Store | undefined; readonly names: EnquiryNames },
): Promise<EnquiryFilter> {
  const { type, office, assignee } = filter;
  const isOfSome = async (one: EnquiryFilter) =>
    ((await store?.countEnquiries({ filter: one, most: 1 })) ?? 0) > 0;
  return {
    ...filter,
    ...(type !== undefined && { type: await typeCalled(type, { names, isOfSome }) }),
    ...(office !== undefined && {
      // An office that left the content may still have enquiries, so its id is accepted.
      office: theOne(
        office,
        orItself(names.officesCalled(office), office, await isOfSome({ office })),
        `No office is called ${JSON.stringify(office)}, and none has this id`,
      ),
    }),
    ...(assignee !== undefined && {
      assignee: theOne(
        assignee,
        orItself(names.peopleCalled(assignee), assignee, await isOfSome({ assignee })),
        `Nobody is called ${JSON.stringify(assignee)}, and nobody has this id`,
      ),
    }),
  };
}

async function typeCalled(
  type: string,
  {
    names,
    isOfSome,
  }: { readonly names: EnquiryNames; readonly isOfSome: (one: EnquiryFilter) => Promise<boolean> },
): Promise<string> {
  return theOne(
    type,
    orItself(names.typesCalled(type), type, await isOfSome({ type })),
    `No enquiry type is called ${JSON.stringify(type)}; there are ${names.types.join(', ')}`,
  );
}

function orItself(called: readonly string[], id: string, isId: boolean): readonly string[] {
  return called.length === 0 && isId ? [id] : called;
}
