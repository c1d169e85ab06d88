/*
 * The preset's part of the options of `slipway enquiries`. A preset provides filters, and the texts about the
 * targets of `--forward`. The definitions of commands import this, so it loads no package.
 */

export {
  forwardUsage,
  officeFilters as presetFilters,
  readOfficeFilters as readPresetFilters,
} from '../yard/enquiries/office-options.ts';
