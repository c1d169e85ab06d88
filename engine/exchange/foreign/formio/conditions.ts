import { asList, getOwnMember, isObject, toText } from '../../../json-schema/values.ts';
import type { Condition } from '../../../model/types.ts';
import { type Expression, type Translated, untranslated } from '../expressions/expression.ts';
import { parseScript } from '../expressions/parse-expression.ts';
import { toCondition } from '../expressions/to-condition.ts';
import type { ConditionPart } from '../form-parts.ts';
import { createElementReader, type ElementReader, quoteValue } from '../report.ts';
import { createDataLookup, type FormioContext, type FormioPlace, isBlank } from './context.ts';

/**
 * Returns the conditions under which a component is shown, from `conditional` and `customConditional`, and
 * reports both.
 */
export function readConditions(
  reader: ElementReader,
  context: FormioContext,
  place: FormioPlace,
): readonly ConditionPart[] {
  const simple = readSimpleCondition(reader, context, place);
  const script = reader.source.customConditional;
  if (typeof script !== 'string' || script.trim() === '') {
    reader.ignore('customConditional', 'it is empty');
    return simple;
  }
  reader.change('customConditional', 'a rule');
  return [
    ...simple,
    {
      pointer: reader.at('customConditional'),
      source: script,
      translate: () => translateScript(script, 'show', context, place),
    },
  ];
}

/** Translates a script that is a condition, or assigns one to a variable. */
export function translateScript(
  script: string,
  variable: string,
  context: FormioContext,
  place: FormioPlace,
): Translated<Condition> {
  const expression = parseScript(script, variable);
  return expression.ok
    ? toCondition(expression.value, createDataLookup(context, place))
    : untranslated(`it is a script, which is never run (${expression.reason})`);
}

/** The operators of conditions in Form.io 5, with what they compare by. */
const operators: Readonly<Record<string, (left: Expression, right: Expression) => Expression>> = {
  isEqual: (left, right) => ({ kind: 'operation', operator: '==', operands: [left, right] }),
  isNotEqual: (left, right) => ({ kind: 'operation', operator: '!=', operands: [left, right] }),
  isEmpty: (left) => ({ kind: 'operation', operator: 'empty', operands: [left] }),
  isNotEmpty: (left) => ({ kind: 'operation', operator: 'notempty', operands: [left] }),
  includes: (left, right) => ({ kind: 'operation', operator: 'contains', operands: [left, right] }),
  notIncludes: (left, right) => ({ kind: 'operation', operator: 'notcontains', operands: [left, right] }),
  greaterThan: (left, right) => ({ kind: 'operation', operator: '>', operands: [left, right] }),
  greaterThanOrEqual: (left, right) => ({ kind: 'operation', operator: '>=', operands: [left, right] }),
  lessThan: (left, right) => ({ kind: 'operation', operator: '<', operands: [left, right] }),
  lessThanOrEqual: (left, right) => ({ kind: 'operation', operator: '<=', operands: [left, right] }),
  dateGreaterThan: (left, right) => ({ kind: 'operation', operator: '>', operands: [left, right] }),
  dateGreaterThanOrEqual: (left, right) => ({ kind: 'operation', operator: '>=', operands: [left, right] }),
  dateLessThan: (left, right) => ({ kind: 'operation', operator: '<', operands: [left, right] }),
  dateLessThanOrEqual: (left, right) => ({ kind: 'operation', operator: '<=', operands: [left, right] }),
};

function toConstant(value: unknown): Expression {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return { kind: 'constant', value: isPlain ? value : null };
}

function readSimpleCondition(
  reader: ElementReader,
  context: FormioContext,
  place: FormioPlace,
): readonly ConditionPart[] {
  const { conditional } = reader.source;
  if (!isObject(conditional) || isBlank(withoutShow(conditional))) {
    reader.ignore('conditional', 'it is empty');
    return [];
  }
  const parts = createElementReader(
    {
      pointer: reader.at('conditional'),
      element: reader.element,
      property: 'conditional',
      source: conditional,
    },
    context.lines,
  );
  parts.take('show', 'when', 'eq', 'conditions', 'conjunction', 'json');
  parts.finish(() => undefined);
  reader.change('conditional', 'a rule');
  return [createConditionalPart(conditional, reader.at('conditional'), context, place)];
}

/** Returns the condition of an object such as `{show: true, when: 'kind', eq: 'person'}`. */
export function createConditionalPart(
  conditional: Readonly<Record<string, unknown>>,
  pointer: string,
  context: FormioContext,
  place: FormioPlace,
): ConditionPart {
  const expression = toExpression(conditional);
  const isShown = conditional.show !== false && conditional.show !== 'false';
  return {
    pointer,
    source: quoteSource(conditional),
    translate() {
      if (!expression.ok) return expression;
      const findName = createDataLookup(context, place);
      const whole: Expression = isShown
        ? expression.value
        : { kind: 'operation', operator: 'not', operands: [expression.value] };
      return toCondition(compareListsByContent(whole, findName), findName);
    },
  };
}

function withoutShow({ show: _show, conjunction: _conjunction, ...rest }: Record<string, unknown>) {
  return rest;
}

function quoteSource(conditional: Readonly<Record<string, unknown>>): string {
  const { show, when, eq, json } = conditional;
  if (json !== undefined && json !== '' && json !== null) return JSON.stringify(json);
  return typeof when === 'string' && when !== ''
    ? `${toText(show)} when ${when} is ${JSON.stringify(eq)}`
    : JSON.stringify(conditional);
}

function toExpression(conditional: Readonly<Record<string, unknown>>): Translated<Expression> {
  const { when, eq, conditions, conjunction, json } = conditional;
  if (isObject(json) || (typeof json === 'string' && json.trim() !== '')) {
    const logic = typeof json === 'string' ? parseJson(json) : json;
    return readJsonLogic(logic);
  }
  if (typeof when === 'string' && when !== '')
    return {
      ok: true,
      value: { kind: 'operation', operator: '==', operands: [{ kind: 'name', name: when }, toConstant(eq)] },
    };
  const parts: Expression[] = [];
  for (const condition of asList(conditions).filter(isObject)) {
    const create = getOwnMember(operators, toText(condition.operator ?? 'isEqual'));
    if (create === undefined) return untranslated(`there is no operator ${quoteValue(condition.operator)}`);
    parts.push(
      create({ kind: 'name', name: toText(condition.component ?? '') }, toConstant(condition.value)),
    );
  }
  return {
    ok: true,
    value: { kind: 'operation', operator: conjunction === 'any' ? 'or' : 'and', operands: parts },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const logicOperators: ReadonlySet<string> = new Set([
  '==',
  '===',
  '!=',
  '!==',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  '!',
  '!!',
  'in',
  'var',
  '+',
  '-',
  '*',
  '/',
]);

/** Reads a condition or a calculation in JsonLogic (https://jsonlogic.com/operations.html). */
export function readJsonLogic(logic: unknown, depth = 0): Translated<Expression> {
  if (depth > 50) return untranslated('it is nested too deeply');
  if (Array.isArray(logic)) {
    const items = logic.map((item) => readJsonLogic(item, depth + 1));
    const refused = items.find((item) => !item.ok);
    if (refused !== undefined && !refused.ok) return refused;
    return {
      ok: true,
      value: { kind: 'list', items: items.flatMap((item) => (item.ok ? [item.value] : [])) },
    };
  }
  if (!isObject(logic))
    return logic === undefined ? untranslated('it is no JSON') : { ok: true, value: toConstant(logic) };
  const [operator = '', given] = Object.entries(logic)[0] ?? [];
  if (!logicOperators.has(operator)) return untranslated(`rules have no operator "${operator}" of JsonLogic`);
  const list = Array.isArray(given) ? given : [given];
  if (operator === 'var')
    return { ok: true, value: { kind: 'name', name: toText(list[0]).replace(/^(?:data|row)\./, '') } };
  const operands: Expression[] = [];
  for (const item of list) {
    const operand = readJsonLogic(item, depth + 1);
    if (!operand.ok) return operand;
    operands.push(operand.value);
  }
  if (operator === 'in')
    return {
      ok: true,
      value:
        operands[1]?.kind === 'list'
          ? { kind: 'operation', operator: 'anyof', operands }
          : { kind: 'operation', operator: 'contains', operands: [...operands].reverse() },
    };
  const [first] = operands;
  if (/^[-+*/]$/.test(operator) && operands.length < 2)
    return untranslated(`"${operator}" needs two operands`);
  if (operator === '!!' && first) return { ok: true, value: first };
  const own = { '===': '==', '!==': '!=', '!': 'not' }[operator] ?? operator;
  return { ok: true, value: { kind: 'operation', operator: own as '==', operands } };
}

/** Replaces `==` on a list of answers by `contains`: Form.io compares with each tick. */
function compareListsByContent(
  expression: Expression,
  findName: ReturnType<typeof createDataLookup>,
): Expression {
  if (expression.kind !== 'operation') return expression;
  const operands = expression.operands.map((operand) => compareListsByContent(operand, findName));
  const [left] = operands;
  const field = left?.kind === 'name' ? findName(left.name) : undefined;
  const isList = field !== undefined && 'kind' in field && field.kind === 'list';
  if (isList && expression.operator === '==') return { ...expression, operator: 'contains', operands };
  if (isList && expression.operator === '!=') return { ...expression, operator: 'notcontains', operands };
  return { ...expression, operands };
}
