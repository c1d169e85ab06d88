import type { FactChoice } from './choices.ts';
import type { ConditionNode, FactValue, GivenValue, RowNode } from './condition-tree.ts';
import type { ExpressionNode } from './expression-tree.ts';
import type { EffectModel } from './rule-model.ts';

/** A constant that is not entered yet. */
export const missingValue: GivenValue = { kind: 'constant', value: undefined };

/** A fact that is not chosen yet. */
export const missingFact: FactValue = { kind: 'fact', name: '' };

/** A condition whose fact is not chosen yet. */
export const emptyCondition: RowNode = { kind: 'row', fact: missingFact, operator: 'given' };

/**
 * Returns true if every fact of a condition is chosen and every value entered, so that a rule may contain it.
 * An empty group and a condition that the editor does not support are complete. `facts` are those that it may
 * choose from.
 */
export function isCompleteCondition(node: ConditionNode, facts: readonly FactChoice[] = []): boolean {
  switch (node.kind) {
    case 'other':
      return true;
    case 'not':
      return isCompleteCondition(node.node, facts);
    case 'group':
      return node.nodes.every((each) => isCompleteCondition(each, facts));
    case 'items': {
      const items = facts.find(({ name }) => name === node.fact.name)?.items ?? [];
      return isChosenOrEntered(node.fact) && isCompleteCondition(node.asked, [...items, ...facts]);
    }
    case 'row': {
      /** Returns true if the value is chosen or entered. */
      const isGiven = (value: GivenValue | undefined) => isChosenOrEntered(value, facts);
      return isGiven(node.fact) && (node.operator === 'given' || isGiven(node.value));
    }
  }
}

/**
 * Returns true if every condition, value and expression of an effect is complete, and if it has at least one
 * name, bound or limit where its kind lists these. An effect that the editor does not support is complete.
 * `facts` are those that its condition may choose from, if it has one.
 */
export function isCompleteEffect(effect: EffectModel, facts: readonly FactChoice[] = []): boolean {
  switch (effect.kind) {
    case 'asks':
    case 'filter':
      return isCompleteCondition(effect.asked, facts);
    case 'gives':
    case 'recipient':
      return isChosenOrEntered(effect.value);
    case 'bounds': {
      const bounds = Object.values(effect.bounds);
      return bounds.length > 0 && bounds.every((bound) => isChosenOrEntered(bound));
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

/**
 * Returns true if every fact of an expression is chosen and every value entered. An expression that the
 * editor does not support is complete.
 */
function isCompleteExpression(node: ExpressionNode): boolean {
  if (node.kind === 'other') return true;
  return node.kind === 'value' ? isChosenOrEntered(node.value) : node.nodes.every(isCompleteExpression);
}

/**
 * Returns true for a constant that is not undefined, and for a fact with a name. The empty name is a fact
 * only if `facts` has it: as an item of a list of texts or numbers.
 */
function isChosenOrEntered(value: GivenValue | undefined, facts: readonly FactChoice[] = []): boolean {
  if (value?.kind !== 'fact') return value?.value !== undefined;
  return value.name !== '' || facts.some(({ name }) => name === '');
}
