/*
 * The preset's part of pages. A preset provides properties of the entries of `pages.json`, which parameters of a
 * host's query can replace; inputs of situations, some of which pages load after they have opened; inputs of
 * sections; and its properties of a previewed page and of the site and content of an example.
 */

export {
  createBareYardPage as createBarePresetPage,
  createYardPageLinker as createPresetPageLinker,
  getLoadedInputs,
  getYardInputs as getPresetInputs,
  hasEventOrOwnOffices as differsFromSite,
  type LinkYardPage as LinkPresetPage,
  loadingInputs,
  officeReferences as presetReferences,
  preselectOffice as preselectSubmitted,
  type RawYardPage as RawPresetPage,
  type YardPage as PresetPage,
  type YardRefusalCode as PresetRefusalCode,
  yardParameters as presetParameters,
} from '../yard/pages/page.ts';
export {
  addExampleOffices as addExampleNames,
  copyExampleOffices as copyExampleNames,
  createExampleYardContent as createExamplePresetContent,
  createExampleYardSite as createExamplePresetSite,
  createPreviewedYardPage as createPreviewedPresetPage,
  readPreviewedOffice as readPreselection,
  toPreviewedOffice as toPreselection,
} from '../yard/pages/preview-page.ts';
export {
  addLaterInputs,
  createYardSection as createPresetSection,
  getOpeningInputs,
} from '../yard/pages/section.ts';
