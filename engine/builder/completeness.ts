import type { ConditionNode, FactValue, GivenValue, RowNode } from './condition-tree.ts';
import type { ExpressionNode } from './expression-tree.ts';
import type { EffectModel } from './rule-model.ts';

export const missingValue: GivenValue = { kind: 'constant', value: undefined };

export const missingFact: FactValue = { kind: 'fact', name: '' };

export const emptyCondition: RowNode = { kind: 'row', fact: missingFact, operator: 'given' };

/**
 * Returns true if every fact of a condition is chosen and every value entered, so that a rule may contain it.
 * A condition that the editor does not support is complete.
 */
export function isCompleteCondition(node: ConditionNode): boolean {
  switch (node.kind) {
    case 'other':
      return true;
    case 'not':
      return isCompleteCondition(node.node);
    case 'group':
      return node.nodes.every(isCompleteCondition);
    case 'items':
      return isChosenOrEntered(node.fact) && isCompleteCondition(node.asked);
    case 'row':
      return isChosenOrEntered(node.fact) && (node.operator === 'given' || isChosenOrEntered(node.value));
  }
}

export function isCompleteEffect(effect: EffectModel): boolean {
  switch (effect.kind) {
    case 'asks':
    case 'filter':
      return isCompleteCondition(effect.asked);
    case 'gives':
    case 'recipient':
      return isChosenOrEntered(effect.value);
    case 'bounds': {
      const bounds = Object.values(effect.bounds);
      return bounds.length > 0 && bounds.every(isChosenOrEntered);
    }
    case 'calculates':
      return isCompleteExpression(effect.expression);
    case 'limits':
      return Object.keys(effect.limits).length > 0;
    case 'names':
      return effect.names.length > 0;
    case 'word':
    case 'flag':
    case 'other':
      return true;
  }
}

function isCompleteExpression(node: ExpressionNode): boolean {
  if (node.kind === 'other') return true;
  return node.kind === 'value' ? isChosenOrEntered(node.value) : node.nodes.every(isCompleteExpression);
}

function isChosenOrEntered(value: GivenValue | undefined): boolean {
  return value?.kind === 'fact' ? value.name !== '' : value?.value !== undefined;
}
