/** Rules as an editor edits them, and back without loss: no visitor's page carries this. */

export {
  type ConditionPlace,
  type FactChoice,
  type FactKind,
  factChoices,
  type OperatorChoice,
  operatorChoices,
  type ValueChoice,
} from './choices.ts';
export {
  type ConditionNode,
  type ConstantValue,
  conditionOf,
  type FactValue,
  type GivenValue,
  type GroupNode,
  type ItemsNode,
  type NotNode,
  type OtherNode,
  type RowNode,
  type RowOperator,
  treeOf,
} from './condition-tree.ts';
export { type EffectModel, modelOf, type RuleModel, ruleOf, withShownOnly } from './rule-model.ts';
