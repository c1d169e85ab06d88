import type { Condition } from '../../../model/types.ts';
import { type Expression, type FindName, type Translated, translated, untranslated } from './expression.ts';
import { type Calculation, toCalculation } from './to-calculation.ts';
import { joinConditions, resolveExpression, toCondition } from './to-condition.ts';

/** A calculation, and the condition under which it gives the value. Absent: always. */
export interface CalculationBranch {
  readonly when?: Condition;
  readonly calculation: Calculation;
}

interface Branch {
  readonly tests: readonly Expression[];
  readonly value: Expression;
}

/** The largest number of branches: each becomes a rule. */
const maxBranches = 12;

/**
 * Translates an expression into calculations of which one applies at a time: calculations have no "if", so each
 * branch of `iif(…)` and of `? :` is one of its own.
 */
export function toCalculationBranches(
  expression: Expression,
  findName: FindName,
): Translated<readonly CalculationBranch[]> {
  const branches = splitBranches(expression, findName, 0);
  if (branches.length > maxBranches) return untranslated(`it has more than ${maxBranches} branches`);
  const translatedBranches: CalculationBranch[] = [];
  for (const { tests, value } of branches) {
    const calculation = toCalculation(value, findName);
    if (!calculation.ok) return calculation;
    if (tests.length === 0) {
      translatedBranches.push({ calculation: calculation.value });
      continue;
    }
    const when = joinConditions(
      'and',
      tests.map((test) => toCondition(test, findName)),
    );
    if (!when.ok) return when;
    translatedBranches.push({ when: when.value, calculation: calculation.value });
  }
  return translated(translatedBranches);
}

const maxDepth = 40;

/** Returns the branches of an expression. More than {@link maxBranches} are cut off, which the caller refuses. */
function splitBranches(given: Expression, findName: FindName, depth: number): readonly Branch[] {
  const expression = depth > maxDepth ? given : resolveExpression(given, findName);
  if (depth > maxDepth || (expression.kind !== 'operation' && expression.kind !== 'call'))
    return [{ tests: [], value: expression }];
  const { operands } = expression;
  const split = (operand: Expression) => splitBranches(operand, findName, depth + 1);
  const [test, yes, no] = operands;
  const isChoice = expression.kind === 'call' ? expression.name === 'iif' : expression.operator === 'if';
  if (isChoice && test !== undefined && yes !== undefined && no !== undefined) {
    const opposite: Expression = { kind: 'operation', operator: 'not', operands: [test] };
    return [
      ...split(yes).map(({ tests, value }) => ({ tests: [test, ...tests], value })),
      ...split(no).map(({ tests, value }) => ({ tests: [opposite, ...tests], value })),
    ].slice(0, maxBranches + 1);
  }
  return operands
    .map(split)
    .reduce<readonly { readonly tests: readonly Expression[]; readonly values: readonly Expression[] }[]>(
      (combined, branches) =>
        combined
          .flatMap(({ tests, values }) =>
            branches.map((branch) => ({
              tests: [...tests, ...branch.tests],
              values: [...values, branch.value],
            })),
          )
          .slice(0, maxBranches + 1),
      [{ tests: [], values: [] }],
    )
    .map(({ tests, values }) => ({ tests, value: { ...expression, operands: values } }));
}

/**
 * Returns a calculation as the effect `calculate` has it: an operation. A bare answer that is a number and a
 * constant, which only a condition makes a calculation, are written as one.
 */
export function writeCalculation({ written, gives }: Calculation): unknown {
  const isConstant = typeof written !== 'object';
  if (gives === 'number' && (isConstant || 'var' in Object(written))) return { '+': [written, 0] };
  return isConstant ? { cat: [written, ''] } : written;
}

/** Returns true for a constant, another answer or a day some days from another one. */
export function isPresetValue(written: unknown): boolean {
  if (typeof written !== 'object' || 'var' in Object(written)) return true;
  const sum = (Object(written) as Readonly<Record<string, unknown>>)['+'];
  return Array.isArray(sum) && sum.length === 3 && typeof sum[2] === 'string';
}
