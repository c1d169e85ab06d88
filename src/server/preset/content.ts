/*
 * The preset's part of the content. A preset provides files of the content folder with their schemas and checks;
 * properties of the linked content and of its sites; queries about a site; what the studio and its sentences
 * name; and the warnings at the start of a server.
 */

export {
  emptyYardContent as emptyPresetContent,
  linkYardContent as linkPresetContent,
  linkYardSite as linkPresetSite,
  type RawYardContent as RawPresetContent,
  type RawYardSite as RawPresetSite,
  toYardNames as toPresetNames,
  toYardView as toPresetView,
  type YardContent as PresetContent,
  type YardSite as PresetSite,
  yardContentFiles as presetFiles,
} from '../yard/content/content.ts';
export { siteQueries } from '../yard/content/operations.ts';
export { listUnreachedWarnings as listPresetWarnings } from '../yard/content/unreached-warnings.ts';
