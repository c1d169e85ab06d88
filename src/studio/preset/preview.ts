/*
 * The preset's part of previews. A preset provides a control that preselects something on the page, its member of
 * the address and of the query, and the names that examples define for their situations.
 */

export { PreselectedOffice as PreselectionControl } from '../yard/preselected-office.tsx';
export {
  getPreselectedId,
  pickExampleOffices as pickExampleNames,
  preselectionParameter,
  toPreselection,
} from '../yard/preview-offices.ts';
