/*
 * The preset's part of the inbox. A preset provides filters by the facts of an enquiry beside its answers, what a
 * row and the page of an enquiry show of them, and the choices and texts of a forward.
 */

export { OfficeOfEnquiry as FactsOfEnquiry, OfficeOfRow as FactsOfRow } from '../yard/enquiry-office.tsx';
export {
  formatForwardEvent,
  formatForwarded,
  formatForwardedCount,
  getOfficeHeading as getFactsHeading,
  getUnaddressedKey,
  listForwardTargets,
  officeFilterNames as factFilterNames,
  officeInboxFilters as factFilters,
  officeLabel as forwardTargetLabel,
  toForwardTarget,
} from '../yard/inbox-offices.ts';
export { showsOffices as canForward } from '../yard/offices.ts';
