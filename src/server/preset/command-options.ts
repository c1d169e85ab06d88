/*
 * What the preset adds to the options of `slipway enquiries`: filters, and the texts about whom `--forward` forwards
 * to. The definitions of commands import this, so it loads no package. Another preset exports the same names.
 */

export {
  forwardUsage,
  officeFilters as presetFilters,
  readOfficeFilters as readPresetFilters,
} from '../yard/enquiries/office-options.ts';
