/*
 * What the preset adds to the inbox: filters, what a row and the page of an enquiry show of its facts, and the texts and
 * choices of a forward. Another preset exports the same names.
 */

export { OfficeOfEnquiry as FactsOfEnquiry, OfficeOfRow as FactsOfRow } from '../yard/enquiry-office.tsx';
export {
  formatForwardEvent,
  formatForwarded,
  getOfficeHeading as getFactsHeading,
  getUnaddressedKey,
  listForwardTargets,
  officeFilterNames as factFilterNames,
  officeInboxFilters as factFilters,
  officeLabel as forwardTargetLabel,
  toForwardTarget,
} from '../yard/inbox-offices.ts';
export { showsOffices as canForward } from '../yard/offices.ts';
