/*
 * What the preset adds to the lists of `slipway enquiries`: the names of the facts that it records and the search for
 * them, columns and rows, and the texts about a forward. Another preset exports the same names.
 */

export {
  createOfficeLookups as createPresetLookups,
  forwardTexts,
  getForwardName,
  listOfficeRows as listPresetRows,
  nameOffices as nameFacts,
  type OfficeLookups as PresetLookups,
  officeFilterLookups as presetFilterLookups,
  officeTableColumns as presetTableColumns,
} from '../yard/enquiries/office-lists.ts';
