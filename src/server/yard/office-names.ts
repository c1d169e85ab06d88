import type { Id } from '#engine';
import type { NamedId } from '../../api/inbox.ts';
import type { EnquiryEvent, InboxEnquiry } from '../store/records/inbox-entry.ts';

/** The current names of offices. An office that does not exist any more is named by its id. */
export interface OfficeNames {
  readonly office: (id: Id) => NamedId;
  /** True if the form uses the yard or the content has offices: enquiries are listed with their office. */
  readonly hasOffices: boolean;
}

/** Returns the id of the office that has an enquiry now, to which it may have been forwarded; null without. */
export function getCurrentOffice({
  forwardedTo,
  office,
}: Pick<InboxEnquiry, 'forwardedTo' | 'office'>): Id | null {
  return forwardedTo ?? office;
}

/** Returns true if an enquiry is listed with its office, or with none: there are offices, or it has one. */
export function isListedWithOffice(
  enquiry: Pick<InboxEnquiry, 'forwardedTo' | 'office'>,
  { hasOffices }: OfficeNames,
): boolean {
  return hasOffices || getCurrentOffice(enquiry) !== null;
}

/** Returns the office that has an enquiry now, with its name; null without. */
export function nameCurrentOffice(
  enquiry: Pick<InboxEnquiry, 'forwardedTo' | 'office'>,
  names: OfficeNames,
): NamedId | null {
  const id = getCurrentOffice(enquiry);
  return id === null ? null : names.office(id);
}

/** Returns the id and the name of the office that has an enquiry now: `17 Poole`; `-` without. */
export function formatCurrentOffice(
  enquiry: Pick<InboxEnquiry, 'forwardedTo' | 'office'>,
  getName: (id: Id) => string | undefined,
): string {
  const id = getCurrentOffice(enquiry);
  return id === null ? '-' : [id, getName(id)].join(' ').trimEnd();
}

/** Replaces the ids of the offices of a forward by their names. */
export function nameForwardOffices(
  { office, from, ...rest }: Extract<EnquiryEvent, { readonly kind: 'forwarded' }>,
  names: OfficeNames,
) {
  return { ...rest, office: names.office(office), ...(from !== null && { from: names.office(from) }) };
}
