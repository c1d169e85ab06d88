/*
 * The preset's part of the lists of `slipway enquiries`. A preset provides the names of its facts and the search
 * for them, columns and rows that show them, and the texts about a forward.
 */

export {
  createOfficeLookups as createPresetLookups,
  forwardTexts,
  getForwardName,
  listOfficeFacts as listPresetRows,
  nameStoredOffices as nameFacts,
  type OfficeLookups as PresetLookups,
  officeFilterLookups as presetFilterLookups,
  officeTableColumns as presetTableColumns,
} from '../yard/enquiries/office-lists.ts';
