/*
 * The preset's part of the editor. A preset provides the choice of the effects and lists that are offered, the
 * icons of its kinds of fields, and its inputs of the property panel's situation.
 */

export {
  panelYardInputs as panelPresetInputs,
  yardKindPaths as presetKindPaths,
} from '../yard/editing-yard.ts';
export { getEffectGroupKey, isOfferedEffect, isOfferedList } from '../yard/offices.ts';
