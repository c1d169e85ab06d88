import type { Id } from '#engine';
import type { EnquiryEventView } from '../../../api/inbox.ts';
import { cacheKnownNames, findIdsByName } from '../../../command/ids-by-name.ts';
import type { InboxEnquiry } from '../../store/records/inbox-entry.ts';
import type { YardContent } from '../content/content.ts';
import { getCurrentOffice, isListedWithOffice, type OfficeNames } from './office-names.ts';

/** Finds offices for the command line: their names by ids, and their ids by what a person typed. */
export interface OfficeLookups {
  /** Undefined if an id has no name (any more). */
  readonly office: (id: Id) => string | undefined;
  /** Finds the ids of offices by id, else by name or title, ignoring case. */
  readonly findOfficeIds: (text: string) => readonly string[];
}

/** Creates the lookups in the offices of a content. */
export function createOfficeLookups(
  { offices }: Pick<YardContent, 'offices'>,
  names: OfficeNames,
): OfficeLookups {
  return {
    office: cacheKnownNames(names.office),
    findOfficeIds: (text) => {
      const ofId = findIdsByName(offices, text, ({ id }) => [id]);
      /** Returns the ids of the offices with a name or title. */
      const byName = () =>
        findIdsByName(offices, text, ({ id, name, title }) => [name, title, names.office(id).name]);
      return ofId.length > 0 ? ofId : byName();
    },
  };
}

/** The filters of which a person gives a name, each with its search and the message that nothing has it. */
export const officeFilterLookups = {
  office: {
    findIds: ({ findOfficeIds }: OfficeLookups) => findOfficeIds,
    missing: (quoted: string) => `No office has the name or id ${quoted}`,
  },
};

/** The columns of the table of enquiries that exist only where offices are listed. Widths are in characters. */
export const officeTableColumns = [{ title: 'OFFICE', width: 20, getCell: formatCurrentOffice }] as const;

/** Returns the rows with the office of an enquiry, each with a title and a text; none where none are listed. */
export function listOfficeFacts(
  enquiry: InboxEnquiry,
  names: OfficeLookups & { readonly exportNames: OfficeNames },
): readonly (readonly [title: string, text: string])[] {
  return isListedWithOffice(enquiry, names.exportNames)
    ? [['Office', formatCurrentOffice(enquiry, names)]]
    : [];
}

/** Returns the names of the offices of an enquiry, for those that it has. An unknown one is undefined. */
export function nameStoredOffices(
  { office, forwardedTo }: Pick<InboxEnquiry, 'forwardedTo' | 'office'>,
  names: OfficeLookups,
) {
  return {
    ...(office !== null && { office: names.office(office) }),
    ...(forwardedTo !== undefined && { forwardedTo: names.office(forwardedTo) }),
  };
}

/** Returns the name of the office that an enquiry was forwarded to. */
export function getForwardName({
  office,
}: Extract<EnquiryEventView, { readonly kind: 'forwarded' }>): string {
  return office.name;
}

/** The texts of the command line about a forward. */
export const forwardTexts = {
  /** The filter whose lookup finds whom to forward to. */
  filter: 'office',
  unknown: 'there is no such office',
  /** Returns an office in a sentence: `office 17 Poole`. */
  describe: (id: string, names: OfficeLookups) => `office ${[id, names.office(id)].join(' ').trimEnd()}`,
} as const;

/** Returns the id and the name of the office that has an enquiry now: `17 Poole`; `-` without. */
function formatCurrentOffice(
  enquiry: Pick<InboxEnquiry, 'forwardedTo' | 'office'>,
  names: OfficeLookups,
): string {
  const id = getCurrentOffice(enquiry);
  return id === null ? '-' : [id, names.office(id)].join(' ').trimEnd();
}
