/*
 * What the preset adds to a section. A preset provides the types of its data and of its props, the names of the
 * properties that pages share, the conversion of those that are long lists, the data of a form without content,
 * the initial state of the content that a page may have to fetch, and whether the thank-you panel shows the
 * preset's picture.
 */

export {
  convertOfficeLists as convertLongLists,
  dataWithoutEvents as dataWithoutContent,
  type FetchedYardContent as FetchedContent,
  getInitialEventTitles as getInitialContent,
  hasOffices as hasPresetPicture,
  type OfficeListName as LongListName,
  type YardSectionData as PresetSectionData,
  type YardSectionProps as PresetSectionProps,
  yardSharedNames as presetSharedNames,
} from '../yard/section-data.ts';
