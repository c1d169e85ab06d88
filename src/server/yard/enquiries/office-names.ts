import { type Documents, type Form, formatOfficeLabel, type Id, type Office } from '#engine';
import { contentPrefix } from '#engine/documents/index.ts';
import { asList } from '#engine/json-schema/values.ts';
import { offersYard } from '#engine/yard/resolve/uses-yard.ts';
import type { NamedId } from '../../../api/inbox.ts';
import type { EnquiryEvent, InboxEnquiry } from '../../store/records/inbox-entry.ts';
import type { YardContent } from '../content/content.ts';
import { findOffice } from '../content/offices.ts';

/** The current names of offices. One that does not exist any more has its last known name, else its id. */
export interface OfficeNames {
  readonly office: (id: Id) => NamedId;
  /** True if the form uses the yard or the content has offices: enquiries are listed with their office. */
  readonly hasListedFacts: boolean;
}

/** The offices of an enquiry: the one that it was sent to, and the one that it was forwarded to. */
type OfficesOfEnquiry = Pick<InboxEnquiry, 'forwardedTo' | 'office'>;

/**
 * Creates the names of the offices of a form and its content.
 * @param former Documents with offices that may be removed, the newest first.
 */
export function createOfficeNames(
  form: Form,
  { offices }: Pick<YardContent, 'offices'>,
  former: readonly Documents[] = [],
): OfficeNames {
  return {
    hasListedFacts: offersYard(form, offices),
    office: (id) => {
      const office = findOffice({ offices }, id) ?? findFormerOffice(former, id);
      return { id: office?.id ?? id, name: office ? formatOfficeLabel(office) : String(id) };
    },
  };
}

/** Returns the office with an id in the first documents that have one. Their shape was checked when they were live. */
function findFormerOffice(former: readonly Documents[], id: Id): Office | undefined {
  for (const documents of former) {
    const office = findOffice({ offices: asList(documents[officesDocument]) as readonly Office[] }, id);
    if (office !== undefined) return office;
  }
  return undefined;
}

const officesDocument = `${contentPrefix}offices.json`;

/** Returns the id of the office that has an enquiry now, to which it may have been forwarded; null without. */
export function getCurrentOffice({ forwardedTo, office }: OfficesOfEnquiry): Id | null {
  return forwardedTo ?? office;
}

/** Returns true if an enquiry is listed with its office, or with none: there are offices, or it has one. */
export function isListedWithOffice(enquiry: OfficesOfEnquiry, { hasListedFacts }: OfficeNames): boolean {
  return hasListedFacts || getCurrentOffice(enquiry) !== null;
}

/** Returns the office that has an enquiry now, with its name; null without. */
function nameCurrentOffice(enquiry: OfficesOfEnquiry, names: OfficeNames): NamedId | null {
  const id = getCurrentOffice(enquiry);
  return id === null ? null : names.office(id);
}

/** Returns the office that has an enquiry now as a row of the inbox shows it; none without. */
export function getOfficeOfRow(enquiry: OfficesOfEnquiry, names: OfficeNames): { readonly office?: NamedId } {
  const office = nameCurrentOffice(enquiry, names);
  return office === null ? {} : { office };
}

/** Returns the office that has an enquiry now as exports list it; null without, absent where none are listed. */
export function getExportedOffice(
  enquiry: OfficesOfEnquiry,
  names: OfficeNames,
): { readonly office?: NamedId | null } {
  return isListedWithOffice(enquiry, names) ? { office: nameCurrentOffice(enquiry, names) } : {};
}

/** The columns of exported enquiries that exist only where offices are listed, each with its cell. */
export const officeColumns = {
  office: (enquiry: OfficesOfEnquiry, names: OfficeNames) => nameCurrentOffice(enquiry, names)?.name ?? '',
};

/** Replaces the ids of the offices of a forward by their names. */
export function nameForwardOffices(
  { office, from, ...rest }: Extract<EnquiryEvent, { readonly kind: 'forwarded' }>,
  names: OfficeNames,
) {
  return { ...rest, office: names.office(office), ...(from !== null && { from: names.office(from) }) };
}

/** Returns an enquiry without its office. */
export function omitOffice<Stored extends Pick<InboxEnquiry, 'office'>>({ office: _none, ...rest }: Stored) {
  return rest;
}
