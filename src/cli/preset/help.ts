/*
 * The preset's part of the help of commands and of the reference. A preset provides its options of `explain`
 * and the names of its items in scenarios, and phrases and examples for the texts of all.
 */

export { yardPhrases as presetPhrases, yardStages as presetStages } from '../yard/phrases.ts';
export {
  findScenarioOfficeName as findScenarioItemName,
  yardContentOptions as presetContentOptions,
  yardPageOptions as presetPageOptions,
} from '../yard/situation-options.ts';
