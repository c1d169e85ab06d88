/*
 * The preset's part of enquiries. A preset provides facts beside the answers, which are stored, sent, logged,
 * counted, listed and exported; the mail address that follows from them; and the targets to which an enquiry can
 * be forwarded.
 */

export { awaitedFile, toAwaitedFilter } from '../yard/enquiries/awaited-offices.ts';
export {
  type EnquiryFacts,
  factFilters,
  findEnquiryFacts,
  findFactsAddress,
  getCountedFacts,
  getLoggedFacts,
  getRecordedFields,
  toForwardedFacts,
  unaddressedTexts,
} from '../yard/enquiries/enquiry-facts.ts';
export {
  type ForwardTarget,
  findForwardTarget,
  findHolderLabel,
  forwardBody,
  isForwardedTo,
  listForwardChoices,
} from '../yard/enquiries/forward.ts';
export {
  createOfficeNames as createPresetNames,
  getExportedOffice as getExportedFacts,
  getOfficeOfRow as getRowFacts,
  isListedWithOffice as isListedWithFacts,
  nameForwardOffices as nameForwardFacts,
  type OfficeNames as PresetNames,
  officeColumns as presetColumns,
  omitOffice as omitFacts,
} from '../yard/enquiries/office-names.ts';
