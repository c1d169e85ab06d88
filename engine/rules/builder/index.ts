/**
 * Models rules for an editor and converts them back without loss. Pages for visitors do not load this module.
 */

export { findSiteRestriction, type SiteRestriction } from '../sentences/rules.ts';
export {
  type ConditionPosition,
  type EditedFactKind,
  type FactChoice,
  type FactGroup,
  factGroups,
  isComparableKind,
  listComparableFacts,
  listContainingFacts,
  listFactChoices,
  type OperatorChoice,
  operatorChoices,
  type ValueChoice,
} from './choices.ts';
export {
  emptyCondition,
  isCompleteCondition,
  isCompleteEffect,
  missingFact,
  missingValue,
} from './completeness.ts';
export {
  type ConditionNode,
  type ConstantValue,
  conditionToTree,
  type FactValue,
  type GivenValue,
  type GroupNode,
  type ItemsNode,
  type NotNode,
  type OtherNode,
  type RowNode,
  type RowOperator,
  treeToCondition,
} from './condition-tree.ts';
export {
  createEffect,
  effectsByGroup,
  type FieldChoice,
  getExampleValue,
  listDestinationChoices as getDestinationChoices,
  listFieldChoices,
  listOptionSetChoices as getListChoices,
  listRecipientChoices as getRecipientChoices,
  type NamedChoice,
} from './effect-choices.ts';
export {
  type CalculationOperator,
  calculationChoices,
  type ExpressionNode,
  expressionToTree,
  treeToExpression,
} from './expression-tree.ts';
export { type LinkedSite, listRuleLinks, type RuleConnections, type RuleLink } from './rule-links.ts';
export {
  applySiteRestriction,
  type EffectModel,
  type RuleModel,
  toRuleModel,
  toRuleSource,
} from './rule-model.ts';
