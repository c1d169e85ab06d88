import { UsageError } from './enquiry-arguments.ts';
import type { EnquiryNames } from './enquiry-names.ts';
import type { EnquiryFilter } from './store/desk-entry.ts';
import type { Store } from './store/store.ts';

/** Puts ids where a type or an office was called by its name. @throws UsageError where nothing is called so, or several are. */
export async function namedFilter(
  filter: EnquiryFilter,
  { store, names }: { readonly store: Store | undefined; readonly names: EnquiryNames },
): Promise<EnquiryFilter> {
  const { type, office } = filter;
  const isOfSome = async (one: EnquiryFilter) =>
    ((await store?.countEnquiries({ filter: one, most: 1 })) ?? 0) > 0;
  return {
    ...filter,
    ...(type !== undefined && {
      type: await theOne(type, {
        called: names.typesCalled(type),
        // What is gone from the form may still have enquiries.
        isId: () => isOfSome({ type }),
        unknown: `No enquiry type is called ${JSON.stringify(type)}; there are ${names.types.join(', ')}`,
      }),
    }),
    ...(office !== undefined && {
      office: await theOne(office, {
        called: names.officesCalled(office),
        isId: () => isOfSome({ office }),
        unknown: `No office is called ${JSON.stringify(office)}, and none has this id`,
      }),
    }),
  };
}

async function theOne(
  text: string,
  found: {
    readonly called: readonly string[];
    readonly isId: () => Promise<boolean>;
    readonly unknown: string;
  },
): Promise<string> {
  const [first, ...others] = found.called;
  if (first !== undefined && others.length > 0)
    throw new UsageError(
      `${JSON.stringify(text)} may be ${found.called.join(' or ')}: give one of these ids`,
    );
  if (first !== undefined) return first;
  if (await found.isId()) return text;
  throw new UsageError(found.unknown);
}
