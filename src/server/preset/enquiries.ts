/*
 * What the preset adds to enquiries: facts beside the answers, which are stored, sent, logged, counted, listed and
 * exported; the mail address that follows from them; and whom an enquiry can be forwarded to. Another preset exports
 * the same names.
 */

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
