import {
  type Expression,
  type FindName,
  type KnownField,
  type Translated,
  translated,
  untranslated,
} from './expression.ts';

export type CalculatedKind = 'number' | 'text' | 'date';

/** An expression of the effect `calculate`, with the kind of its result. */
export interface Calculation {
  readonly written: unknown;
  readonly gives: CalculatedKind;
}

/** Translates an expression into a calculation. What calculations cannot express is a reason. */
export function toCalculation(expression: Expression, findName: FindName): Translated<Calculation> {
  switch (expression.kind) {
    case 'constant':
      if (typeof expression.value === 'number')
        return translated({ written: expression.value, gives: 'number' });
      return typeof expression.value === 'string'
        ? translated({ written: expression.value, gives: 'text' })
        : untranslated(`${String(expression.value)} cannot be calculated with`);
    case 'list':
      return untranslated('lists cannot be calculated with');
    case 'name': {
      const found = findName(expression.name);
      if (found === undefined) return untranslated(`there is no question "${expression.name}"`);
      if ('expression' in found) return toCalculation(found.expression, findName);
      const gives = calculableKinds[found.kind];
      return gives === undefined
        ? untranslated(`"${expression.name}" is neither a number nor a text nor a date`)
        : translated({ written: { var: found.fact }, gives });
    }
    case 'call':
      return toCallCalculation(expression, findName);
    case 'operation':
      return toOperation(expression, findName);
  }
}

const calculableKinds: Readonly<Partial<Record<KnownField['kind'], CalculatedKind>>> = {
  number: 'number',
  text: 'text',
  date: 'date',
};

function toOperation(
  { operator, operands }: Extract<Expression, { kind: 'operation' }>,
  findName: FindName,
): Translated<Calculation> {
  if (!['+', '-', '*', '/'].includes(operator))
    return untranslated(
      operator === 'if'
        ? 'a calculation has no "if"; two rules with opposite conditions can say the same'
        : `calculations have no "${operator}"`,
    );
  const parts: Calculation[] = [];
  for (const operand of operands) {
    const part = toCalculation(operand, findName);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  const kinds = new Set(parts.map(({ gives }) => gives));
  if (kinds.size === 1 && kinds.has('number'))
    return translated({ written: join(operator, parts), gives: 'number' });
  if (operator === '+' && !kinds.has('date'))
    return translated({ written: join('cat', parts), gives: 'text' });
  return untranslated(`"${operator}" needs numbers`);
}

/** Writes an operation; sums in sums are written as one. */
function join(operator: string, parts: readonly Calculation[]): unknown {
  const flat = parts.flatMap(({ written }) => {
    const inner = (Object(written) as Readonly<Record<string, unknown>>)[operator];
    return Array.isArray(inner) && ['+', '*', 'cat'].includes(operator) ? inner : [written];
  });
  return { [operator]: flat };
}

function toCallCalculation(
  { name, operands }: Extract<Expression, { kind: 'call' }>,
  findName: FindName,
): Translated<Calculation> {
  if (name === 'sum' && operands.length > 1)
    return toOperation({ kind: 'operation', operator: '+', operands }, findName);
  if (/^(?:today|currentDate)$/.test(name) && operands.length === 0)
    return translated({ written: { var: 'today' }, gives: 'date' });
  const [days] = operands;
  if (/^(?:today|currentDate)$/.test(name) && days?.kind === 'constant' && Number.isInteger(days.value))
    return translated({ written: { '+': [{ var: 'today' }, days.value, 'days'] }, gives: 'date' });
  if (name === 'age' && operands.length === 1)
    return toSpan('years', [...operands, { kind: 'call', name: 'today', operands: [] }], findName);
  if (name === 'dateDiff' && operands.length >= 2) {
    const unit = operands[2]?.kind === 'constant' ? operands[2].value : 'days';
    if (unit === 'days' || unit === 'months' || unit === 'years')
      return toSpan(unit, operands.slice(0, 2), findName);
  }
  if (name === 'Number' && operands[0] !== undefined && operands.length === 1)
    return toCalculation(operands[0], findName);
  return untranslated(`calculations have no function "${name}"`);
}

function toSpan(
  unit: 'days' | 'months' | 'years',
  operands: readonly Expression[],
  findName: FindName,
): Translated<Calculation> {
  const parts: unknown[] = [];
  for (const operand of operands) {
    const part = toCalculation(operand, findName);
    if (!part.ok) return part;
    if (part.value.gives !== 'date') return untranslated('the time between two answers needs two dates');
    parts.push(part.value.written);
  }
  return translated({ written: { [unit]: parts }, gives: 'number' });
}
