/*
 * The preset's part of the model. A preset provides the tables below, each of which may be empty; the inputs of
 * a situation with their conversion, and its parts of a situation and a plan; the narrowed list, with the field
 * and the stage of the facts of its items; and the operation that sends a form whose settings name none. The
 * tables of `engine/model` check the shape of each.
 */

export { yardEffects as presetEffects } from '../yard/model/effects.ts';
export { yardFacts as presetFacts } from '../yard/model/facts.ts';
export { type MailFacts, mailFacts } from '../yard/model/mail-facts.ts';
export {
  officeField as itemField,
  officePrefix as itemPrefix,
  officeStage as itemStage,
  yardSubmitName as defaultOperation,
} from '../yard/model/names.ts';
export { yardOptionSets as presetOptionSets } from '../yard/model/option-sets.ts';
export {
  toYardSituation as toPresetSituation,
  type YardInputs as PresetInputs,
} from '../yard/model/situation.ts';
export type {
  Office as NarrowedItem,
  Site,
  YardPlan as PresetPlan,
  YardSituation as PresetSituation,
} from '../yard/model/types.ts';
export {
  yardWidgetBehaviours as presetWidgetBehaviours,
  yardWidgetUses as presetWidgetUses,
} from '../yard/model/widgets.ts';
