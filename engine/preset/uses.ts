/*
 * The tests whether a form has anything of the preset. Only the programs that offer or print something of the
 * preset need them: for any other form they name nothing of it.
 */

export {
  isYardName as isPresetName,
  offersYard as offersPreset,
  usesYard as usesPreset,
} from '../yard/resolve/uses-yard.ts';
