/**
 * Models rules for an editor and converts them back without loss. Pages for visitors do not load this module.
 */

export { type ShownOnly, shownOnlyOn } from '../words/rules.ts';
export {
  type ConditionPlace,
  comparedFacts,
  type FactChoice,
  type FactGroup,
  type FactKind,
  factChoices,
  factGroups,
  isComparableKind,
  listFacts,
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
export {
  destinationChoices,
  type EffectName,
  effectGroups,
  exampleValue,
  type FieldChoice,
  fieldChoices,
  listChoices,
  type NamedChoice,
  newEffect,
  recipientChoices,
} from './effect-choices.ts';
export {
  type CalculationOperator,
  calculationChoices,
  type ExpressionNode,
  expressionOf,
  expressionTreeOf,
} from './expression-tree.ts';
export {
  emptyCondition,
  isCompleteCondition,
  isCompleteEffect,
  missingFact,
  missingValue,
} from './missing.ts';
export { type EffectModel, modelOf, type RuleModel, ruleOf, withShownOnly } from './rule-model.ts';
