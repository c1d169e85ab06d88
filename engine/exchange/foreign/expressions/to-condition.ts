import { isDate, isDateTime, isTime } from '../../../model/compare-values.ts';
import type { Condition } from '../../../model/types.ts';
import {
  type Expression,
  type ExpressionOperator,
  type FindName,
  type KnownField,
  type Translated,
  translated,
  untranslated,
} from './expression.ts';

/**
 * Translates an expression into a condition of a rule. What our conditions cannot express is a reason: it is
 * never approximated.
 */
export function toCondition(expression: Expression, findName: FindName): Translated<Condition> {
  switch (expression.kind) {
    case 'constant':
      return untranslated('it is always the same');
    case 'list':
      return untranslated('a list alone is no condition');
    case 'name': {
      const found = findName(expression.name);
      if (found === undefined) return unknownName(expression.name);
      return 'expression' in found
        ? toCondition(found.expression, findName)
        : translated({ var: found.fact });
    }
    case 'call':
      return toCallCondition(expression, findName);
    case 'operation':
      return toOperationCondition(expression.operator, expression.operands, findName);
  }
}

function unknownName(name: string) {
  return untranslated(`there is no question "${name}"`);
}

function toOperationCondition(
  operator: ExpressionOperator,
  operands: readonly Expression[],
  findName: FindName,
): Translated<Condition> {
  switch (operator) {
    case 'and':
    case 'or':
      return joinConditions(
        operator,
        operands.map((operand) => toCondition(operand, findName)),
      );
    case 'not':
      return negate(toCondition(operands[0] ?? { kind: 'constant', value: null }, findName));
    case 'empty':
      return negate(toPresence(operands[0], findName));
    case 'notempty':
      return toPresence(operands[0], findName);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return toComparison(operator, operands, findName);
    case 'contains':
    case 'allof':
      return toContaining('and', operands, findName);
    case 'notcontains':
      return negate(toContaining('or', operands, findName));
    case 'anyof':
      return toAnyOf(operands, findName);
    case 'noneof':
      return negate(toAnyOf(operands, findName));
    default:
      return untranslated(`"${operator}" calculates, and conditions only compare answers`);
  }
}

/** Joins conditions. One that could not be translated makes the whole untranslated. */
export function joinConditions(
  operator: 'and' | 'or',
  parts: readonly Translated<Condition>[],
): Translated<Condition> {
  const conditions: Condition[] = [];
  for (const part of parts) {
    if (!part.ok) return part;
    const inner = (part.value as Readonly<Record<string, unknown>>)[operator];
    conditions.push(...(Array.isArray(inner) ? (inner as readonly Condition[]) : [part.value]));
  }
  const [only, ...more] = conditions;
  if (only === undefined) return untranslated('it is empty');
  return translated(more.length === 0 ? only : { [operator]: conditions });
}

/** Returns the opposite of a condition. */
export function negate(condition: Translated<Condition>): Translated<Condition> {
  if (!condition.ok) return condition;
  const inner = (condition.value as Readonly<Record<string, unknown>>)['!'];
  return translated(
    inner === undefined ? { '!': condition.value } : ((Array.isArray(inner) ? inner[0] : inner) as Condition),
  );
}

/** Returns the field of an operand that is a name; undefined for any other operand. */
function findField(operand: Expression | undefined, findName: FindName): KnownField | undefined {
  if (operand?.kind !== 'name') return undefined;
  const found = findName(operand.name);
  if (found === undefined) return undefined;
  return 'expression' in found ? findField(found.expression, findName) : found;
}

function toPresence(operand: Expression | undefined, findName: FindName): Translated<Condition> {
  const field = findField(operand, findName);
  if (field === undefined)
    return operand?.kind === 'name' ? unknownName(operand.name) : untranslated('only an answer can be empty');
  if (field.kind !== 'boolean') return translated({ var: field.fact });
  // {"var": …} of a tick means that it is true.
  return translated({
    or: [{ '==': [{ var: field.fact }, true] }, { '==': [{ var: field.fact }, false] }],
  });
}

/** The values of a constant, a list or a list of them. Undefined if one of them is no constant. */
function readConstants(
  operand: Expression | undefined,
): readonly (string | number | boolean | null)[] | undefined {
  if (operand?.kind === 'constant') return [operand.value];
  if (operand?.kind !== 'list') return undefined;
  const values = operand.items.map((item) => (item.kind === 'constant' ? item.value : undefined));
  return values.every((value) => value !== undefined) ? values : undefined;
}

const mirrored: Readonly<Partial<Record<ExpressionOperator, ExpressionOperator>>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function toComparison(
  operator: ExpressionOperator,
  [left, right]: readonly Expression[],
  findName: FindName,
): Translated<Condition> {
  if (left === undefined || right === undefined) return untranslated('a side of a comparison is missing');
  const age = toAgeComparison(operator, left, right, findName);
  if (age !== undefined) return age;
  const truth = toTruthComparison(operator, left, right, findName);
  if (truth !== undefined) return truth;
  const [one, other] = [toOperand(left, findName), toOperand(right, findName)];
  if (!one.ok) return one;
  if (!other.ok) return other;
  if (one.value.field === undefined && other.value.field !== undefined)
    return toComparison(mirrored[operator] ?? operator, [right, left], findName);
  const { field } = one.value;
  if (field === undefined) return untranslated('it compares two constants');
  const order = checkOrder(operator, field, other.value.field ?? readConstants(right)?.[0]);
  if (order !== undefined) return order;
  if (other.value.field !== undefined || isOperand(other.value.written))
    return translated({ [operator]: [one.value.written, other.value.written] });
  if (field.kind === 'list' || field.kind === 'object') return toListEquality(operator, field, right);
  const [constant] = readConstants(right) ?? [];
  if (constant === null || constant === '' || constant === undefined) {
    const presence = toPresence(left, findName);
    if (operator === '!=') return presence;
    return operator === '==' ? negate(presence) : untranslated('nothing can be compared with no answer');
  }
  const value = toFieldConstant(constant, field);
  return value.ok ? translated({ [operator]: [one.value.written, value.value] }) : value;
}

const logicalOperators: ReadonlySet<ExpressionOperator> = new Set([
  'and',
  'or',
  'not',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'contains',
  'notcontains',
  'anyof',
  'allof',
  'noneof',
  'empty',
  'notempty',
]);

/** Translates `{isAdult} = true`, where the name stands for a condition. Undefined for other comparisons. */
function toTruthComparison(
  operator: ExpressionOperator,
  left: Expression,
  right: Expression,
  findName: FindName,
): Translated<Condition> | undefined {
  if (operator !== '==' && operator !== '!=') return undefined;
  if (left.kind === 'constant' && right.kind !== 'constant')
    return toTruthComparison(operator, right, left, findName);
  const condition = resolveExpression(left, findName);
  if (condition.kind !== 'operation' || !logicalOperators.has(condition.operator)) return undefined;
  const text = right.kind === 'constant' ? String(right.value).toLowerCase() : '';
  if (text !== 'true' && text !== 'false') return undefined;
  const whole = toCondition(condition, findName);
  return (text === 'true') === (operator === '==') ? whole : negate(whole);
}

/** Returns the expression that a name stands for; any other expression as it is. */
export function resolveExpression(expression: Expression, findName: FindName): Expression {
  const found = expression.kind === 'name' ? findName(expression.name) : undefined;
  return found !== undefined && 'expression' in found
    ? resolveExpression(found.expression, findName)
    : expression;
}

/** Returns a reason if texts would be compared as numbers: conditions compare them by the alphabet. */
function checkOrder(
  operator: ExpressionOperator,
  field: KnownField,
  other: KnownField | string | number | boolean | null | undefined,
) {
  const isText = (kind: KnownField['kind']) => kind === 'text';
  const isNumeral =
    typeof other === 'object' && other !== null
      ? isText(field.kind) !== isText(other.kind)
      : isText(field.kind) && other !== null && other !== '' && Number.isFinite(Number(other));
  return mirrored[operator] !== undefined && isNumeral
    ? untranslated('the answer is a text, and conditions compare texts by the alphabet')
    : undefined;
}

/** An operand as conditions write it, with its field unless it is a constant or a fact. */
interface WrittenOperand {
  readonly field?: KnownField;
  readonly written: unknown;
}

const todayField: KnownField = { fact: 'today', kind: 'date' };

function isOperand(written: unknown): boolean {
  return typeof written === 'object' && written !== null;
}

function toOperand(operand: Expression, findName: FindName): Translated<WrittenOperand> {
  if (operand.kind === 'constant') return translated({ written: operand.value });
  if (operand.kind === 'list') return translated({ written: undefined });
  if (operand.kind === 'name') {
    const found = findName(operand.name);
    if (found === undefined) return unknownName(operand.name);
    if ('expression' in found) return toOperand(found.expression, findName);
    return translated({ field: found, written: { var: found.fact } });
  }
  if (operand.kind === 'call' && isToday(operand)) {
    const [shift] = readConstants(operand.operands[0]) ?? [0];
    return Number.isInteger(shift) && shift !== 0
      ? translated({ field: todayField, written: { '+': [{ var: 'today' }, shift, 'days'] } })
      : translated({ field: todayField, written: { var: 'today' } });
  }
  return untranslated(
    operand.kind === 'call'
      ? `conditions have no function "${operand.name}"`
      : `"${operand.operator}" calculates, and conditions only compare answers`,
  );
}

function isToday(operand: Expression): boolean {
  return operand.kind === 'call' && /^(?:today|currentDate)$/.test(operand.name);
}

/** Translates `age({birth}) >= 18` into a comparison of dates. Undefined for other comparisons. */
function toAgeComparison(
  operator: ExpressionOperator,
  left: Expression,
  right: Expression,
  findName: FindName,
): Translated<Condition> | undefined {
  if (right.kind === 'call' && right.name === 'age')
    return toAgeComparison(mirrored[operator] ?? operator, right, left, findName);
  if (left.kind !== 'call' || left.name !== 'age') return undefined;
  const field = findField(left.operands[0], findName);
  const [years] = readConstants(right) ?? [];
  if (field?.kind !== 'date' || typeof years !== 'number' || !Number.isInteger(years))
    return untranslated(
      '"age" is compared with something else than a whole number, or its question is no date',
    );
  const born = { var: field.fact };
  const before = (count: number) => ({ '+': [{ var: 'today' }, -count, 'years'] });
  const conditions: Readonly<Partial<Record<ExpressionOperator, Condition>>> = {
    '>=': { '<=': [born, before(years)] },
    '>': { '<=': [born, before(years + 1)] },
    '<': { '>': [born, before(years)] },
    '<=': { '>': [born, before(years + 1)] },
  };
  const condition = conditions[operator];
  return condition === undefined
    ? untranslated('an age can only be compared by "<", "<=", ">" and ">="')
    : translated(condition);
}

function toListEquality(
  operator: ExpressionOperator,
  field: KnownField,
  right: Expression,
): Translated<Condition> {
  const values = readConstants(right);
  if (field.kind === 'object') return untranslated('a group of answers can only be tested for being there');
  if (values === undefined || (operator !== '==' && operator !== '!='))
    return untranslated('a list of answers can only be tested for what it contains');
  return untranslated(
    `it compares all chosen answers with ${JSON.stringify(values)}, and conditions only ask what is among them`,
  );
}

/** Translates `contains`, `anyof` and `allof`: of lists what they contain, of single answers which they are. */
function toContaining(
  join: 'and' | 'or',
  [left, right]: readonly Expression[],
  findName: FindName,
): Translated<Condition> {
  const field = findField(left, findName);
  const values = readConstants(right);
  if (field === undefined)
    return left?.kind === 'name'
      ? unknownName(left.name)
      : untranslated('only a question can contain answers');
  if (values === undefined) return untranslated('it looks for the answer to another question');
  if (field.kind === 'object') return untranslated('a group of answers can only be tested for being there');
  const constants = values.map((value) => toFieldConstant(value, field));
  const refused = constants.find((constant) => !constant.ok);
  if (refused !== undefined && !refused.ok) return refused;
  const list = constants.flatMap((constant) => (constant.ok ? [constant.value] : []));
  if (field.kind === 'list')
    return joinConditions(
      join,
      list.map((value) => translated({ in: [value, { var: field.fact }] })),
    );
  if (field.choices === undefined && field.kind === 'text')
    return untranslated('conditions do not search in texts');
  if (join === 'and' && list.length > 1) return untranslated('a single answer cannot be several');
  return translated({ in: [{ var: field.fact }, list] });
}

/** Translates `anyof`: a text, such as that of a choice with "other", is one of the values. */
function toAnyOf(operands: readonly Expression[], findName: FindName): Translated<Condition> {
  const [left, right] = operands;
  const field = findField(left, findName);
  const values = readConstants(right);
  const isText = field?.kind === 'text' && field.choices === undefined;
  return isText && values !== undefined
    ? translated({ in: [{ var: field.fact }, values.map(String)] })
    : toContaining('or', operands, findName);
}

function toCallCondition(
  { name, operands }: Extract<Expression, { kind: 'call' }>,
  findName: FindName,
): Translated<Condition> {
  if (name === 'isContainerReady' || name === 'propertyValue')
    return untranslated(`conditions have no function "${name}"`);
  // `data.list.includes('x')` and `_.includes(data.list, 'x')` of Form.io
  const method = /^(?:data|row)\.(.+)\.(?:includes|indexOf)$/.exec(name)?.[1];
  if (method !== undefined && operands.length === 1)
    return toContaining('and', [{ kind: 'name', name: method }, ...operands], findName);
  if (/^_\.(?:includes|contains)$/.test(name) && operands.length === 2)
    return toContaining('and', operands, findName);
  if (name === '_.isEmpty') return negate(toPresence(operands[0], findName));
  return untranslated(`conditions have no function "${name}"`);
}

/**
 * Returns a constant in the kind of the field that it is compared with: SurveyJS and Form.io compare "5" with
 * 5. Undefined kinds and choices that the field does not have are reasons.
 */
export function toFieldConstant(
  constant: string | number | boolean | null,
  { kind, items, choices }: KnownField,
): Translated<string | number | boolean> {
  const wanted = kind === 'list' ? (items ?? 'text') : kind;
  const same = choices?.find((choice) => String(choice) === String(constant));
  if (same !== undefined) return translated(same as string | number | boolean);
  if (choices !== undefined && wanted !== 'boolean')
    return untranslated(`"${String(constant)}" is none of the choices`);
  switch (wanted) {
    case 'boolean': {
      const text = String(constant).toLowerCase();
      return text === 'true' || text === 'false'
        ? translated(text === 'true')
        : untranslated(`"${String(constant)}" is neither true nor false`);
    }
    case 'number': {
      const number = typeof constant === 'string' && constant.trim() !== '' ? Number(constant) : constant;
      return typeof number === 'number' && Number.isFinite(number)
        ? translated(number)
        : untranslated(`"${String(constant)}" is no number`);
    }
    case 'date':
    case 'time':
    case 'date-time': {
      const test = { date: isDate, time: isTime, 'date-time': isDateTime }[wanted];
      return typeof constant === 'string' && test(constant)
        ? translated(constant)
        : untranslated(`"${String(constant)}" is no ${wanted}`);
    }
    default:
      return constant === null ? untranslated('it is compared with nothing') : translated(String(constant));
  }
}
