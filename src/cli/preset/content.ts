/*
 * The preset's part of a content folder. A preset provides the names and the types of its files, the conversion
 * of them and of its properties of a page, the display names of its entries, its inputs of a situation, and the
 * number of options of each of its option sets.
 */

export {
  type FetchedTitles as FetchedContent,
  getSiteInputs,
  linkYardFolder as linkPresetFolder,
  linkYardPageEntry as linkPresetPageEntry,
  nameOffices as namePresetEntries,
  type YardFolder as PresetFolder,
  type YardFolderFiles as PresetFolderFiles,
  type YardPageEntry as PresetPageEntry,
  yardFiles as presetFiles,
} from '../yard/content.ts';
export { countYardOptions as countPresetOptions } from '../yard/list-sizes.ts';
