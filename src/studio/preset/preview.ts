/*
 * What the preset adds to previews: a control that preselects something on the page, its member of the address and of
 * the query, and the names that examples define. Another preset exports the same names.
 */

export { PreselectedOffice as PreselectionControl } from '../yard/preselected-office.tsx';
export {
  getPreselection,
  pickExampleOffices as pickExampleNames,
  preselectionParameter,
  toPreselection,
} from '../yard/preview-offices.ts';
