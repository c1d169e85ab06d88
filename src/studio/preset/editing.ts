/*
 * What the preset adds to the editor: which effects and lists it offers, the icons of its kinds of fields, and the inputs
 * of the property panel's situation. Another preset exports the same names.
 */

export {
  panelYardInputs as panelPresetInputs,
  yardKindPaths as presetKindPaths,
} from '../yard/editing-yard.ts';
export { getEffectGroupKey, isOfferedEffect, isOfferedList } from '../yard/offices.ts';
