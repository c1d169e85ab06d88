import { formatOfficeLabel, type Id, isSameId } from '#engine';
import type { InboxChoices } from '../../../api/inbox.ts';
import type { InboxEnquiry } from '../../store/records/inbox-entry.ts';
import type { YardContent } from '../content/content.ts';
import { findOffice } from '../content/offices.ts';
import { getCurrentOffice, type OfficeNames } from './office-names.ts';

type OfficeContent = Pick<YardContent, 'offices'>;

/** An office to which an enquiry can be forwarded. */
export interface ForwardTarget {
  /** The id, as the store gets it. */
  readonly record: { readonly office: Id };
  /** The id, as the audit log gets it. */
  readonly logged: { readonly office: string };
  /** The id, as the enquiry records it. */
  readonly id: string;
  readonly label: string;
  readonly hasAddress: boolean;
  /** The id of the site whose language its mails have; undefined: that of the enquiry's site. */
  readonly ownerSite: Id | undefined;
}

/** Finds the office with an id. Undefined if there is none. */
export function findForwardTarget(content: OfficeContent, id: Id): ForwardTarget | undefined {
  const office = findOffice(content, id);
  return (
    office && {
      record: { office: office.id },
      logged: { office: String(office.id) },
      id: String(office.id),
      label: formatOfficeLabel(office),
      hasAddress: hasAddress(office),
      ownerSite: office.site?.id ?? undefined,
    }
  );
}

/** Returns true if the office with this id has an enquiry: the chosen one, or the one it was forwarded to. */
export function isForwardedTo(enquiry: Pick<InboxEnquiry, 'forwardedTo' | 'office'>, id: Id): boolean {
  const holder = getCurrentOffice(enquiry);
  return holder !== null && isSameId(holder, id);
}

/** Returns the label of the office that has an enquiry so far; undefined if there is none or it is unknown. */
export function findHolderLabel(
  content: OfficeContent,
  enquiry: Pick<InboxEnquiry, 'forwardedTo' | 'office'>,
): string | undefined {
  const holder = findOffice(content, getCurrentOffice(enquiry) ?? '');
  return holder && formatOfficeLabel(holder);
}

/** Returns the offices that the inbox can filter by and forward to. */
export function listForwardChoices(
  { offices }: OfficeContent,
  names: OfficeNames,
): Pick<InboxChoices, 'offices'> {
  return {
    offices: offices.map((office) => ({ ...names.office(office.id), hasAddress: hasAddress(office) })),
  };
}

/** The member of a request's body that names the office, and the refusal of an unknown one. */
export const forwardBody = {
  field: 'office',
  shape: { type: ['string', 'number'] },
  unknown: 'There is no office with this id.',
} as const;

/** Returns true if an office has a mail address that is not blank. */
function hasAddress({ email }: { readonly email?: string | null | undefined }): boolean {
  return Boolean(email?.trim());
}
