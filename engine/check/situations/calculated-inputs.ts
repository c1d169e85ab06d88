import { getDateShift, isOperation, listFactsRead, parseOperation } from '../../conditions/condition.ts';
import type { Dimension } from '../../conditions/situation-space.ts';
import { shiftDate } from '../../model/compare-values.ts';
import { getFactField } from '../../model/fact-names.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import type { FieldDefinition, Json, Rule } from '../../model/types.ts';
import { calculateValue } from '../../resolve/calculate.ts';
import { getExamples } from '../scenarios/index.ts';
import type { TypeSlice } from './type-slice.ts';

/** For each calculated field, by name, the answers that it is computed from in the end. */
export type CalculationInputs = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the inputs of the calculated fields of a slice. They are cached per slice, because they are needed
 * for every rule.
 */
export const getCalculationInputs = memoizeByObject(({ type, form }: TypeSlice): CalculationInputs => {
  const direct = new Map(
    listCalculations(type.fields, form.rules).map(({ definition, expressions }) => [
      definition.name,
      expressions.flatMap((expression) =>
        listFactsRead(expression).flatMap((fact) => getFactField(fact) ?? []),
      ),
    ]),
  );
  /**
   * Returns the fields that a field is computed from in the end; the field itself if it is not calculated.
   * Fields that are computed from each other are followed once.
   * @param passed The names that were followed on the way to this field.
   */
  const collectInputs = (name: string, passed: readonly string[]): readonly string[] => {
    const inner = direct.get(name);
    if (inner === undefined) return [name];
    return inner.flatMap((next) => (passed.includes(next) ? [] : collectInputs(next, [...passed, next])));
  };
  return new Map([...direct.keys()].map((name) => [name, [...new Set(collectInputs(name, [name]))]]));
});

/** A calculated field with the expressions of all rules that compute it. */
interface Calculation {
  readonly definition: FieldDefinition;
  readonly expressions: readonly Json[];
}

/** Returns the calculated fields; one that no rule computes has no expressions. */
function listCalculations(
  fields: readonly FieldDefinition[],
  rules: readonly Rule[],
): readonly Calculation[] {
  return fields
    .filter(({ isCalculated }) => isCalculated)
    .map((definition) => ({
      definition,
      expressions: rules.flatMap(({ then }) => then.calculate?.[definition.name] ?? []),
    }));
}

/**
 * Returns answers, by their facts, for which calculated fields take the values that conditions distinguish;
 * at most 24 for each fact. It changes one answer at a time, as if the calculation were linear in it or in
 * its inverse, and shifts days. It may miss the answers of other calculations.
 */
export function findSolvingValues(
  { type, form }: TypeSlice,
  dimensions: readonly Dimension[],
  today: string,
): ReadonlyMap<string, readonly unknown[]> {
  const [example = {}] = getExamples(type);
  const usual = createValueOfEachField(type.fields, example, today);
  const wanted = new Map(dimensions.map(({ fact, values }) => [fact, values]));
  const found = new Map<string, readonly unknown[]>();
  const calculations = listCalculations(type.fields, form.rules);
  // Calculations may read calculated fields, so each round goes one calculation back.
  for (const _step of calculations) {
    for (const { definition, expressions } of calculations) {
      const ends = (wanted.get(`values.${definition.name}`) ?? []).filter((end) => end !== undefined);
      for (const expression of ends.length === 0 ? [] : expressions) {
        for (const fact of listFactsRead(expression).filter((name) => getFactField(name) !== undefined)) {
          /** Returns the result of the expression if the one fact has another value. */
          const compute = (value: unknown) =>
            calculateValue(definition, expression, { today, values: usual, [fact]: value });
          const values = ends.flatMap((end) => [
            ...solveForNumber(compute, end),
            ...solveForDay(expression, end, today),
          ]);
          const limited = [...new Set([...(found.get(fact) ?? []), ...values])].slice(0, maxValues);
          found.set(fact, limited);
          wanted.set(fact, limited);
        }
      }
    }
  }
  return found;
}

/** The number of values to try for each fact. */
const maxValues = 24;

/** Returns the values of the example, and for every other field today, 1 or `a`, depending on its type. */
function createValueOfEachField(fields: readonly FieldDefinition[], example: object, today: string): object {
  /** Returns today for a date, 1 for a number and `a` for any other field. */
  const createSimpleValue = ({ kind, temporal }: FieldDefinition) =>
    temporal === 'date' ? today : kind === 'integer' || kind === 'number' ? 1 : 'a';
  return { ...Object.fromEntries(fields.map((field) => [field.name, createSimpleValue(field)])), ...example };
}

/**
 * Returns numbers for which a calculation may result in `end`, as if it were linear in the number or its
 * inverse, each also rounded down and up. Returns none if `end` or the results are not numbers.
 */
function solveForNumber(compute: (value: unknown) => unknown, end: unknown): readonly unknown[] {
  const [none, one, two] = [compute(0), compute(1), compute(2)].map((value) =>
    typeof value === 'number' ? value : undefined,
  );
  if (typeof end !== 'number' || one === undefined || two === undefined) return [];
  const onLine = (end - (none ?? 2 * one - two)) / (two - one);
  const onInverse = one / end;
  return [onLine, onInverse]
    .filter((value) => Number.isFinite(value))
    .flatMap((value) => [value, Math.floor(value), Math.ceil(value)]);
}

/**
 * Returns days at the distance `end` from today if `end` is a number, in both directions and in each unit
 * that the expression contains; days that a shift of the expression turns into `end` if it is a day; and the
 * days before and after each.
 */
function solveForDay(expression: Json, end: unknown, today: string): readonly unknown[] {
  const far = typeof end === 'number' ? Math.round(end) : undefined;
  const units = (['days', 'months', 'years'] as const).filter((unit) =>
    JSON.stringify(expression).includes(`"${unit}":`),
  );
  const near = units.flatMap((unit) =>
    far === undefined ? [] : [far, -far].map((count) => shiftDate(today, { count, unit })),
  );
  const back = listDateShifts(expression).map(({ count, unit }) => shiftDate(end, { count: -count, unit }));
  return [...near, ...back].flatMap((day) =>
    [-1, 0, 1].flatMap((count) => shiftDate(day, { count, unit: 'days' }) ?? []),
  );
}

/**
 * Returns the shifts of dates in an expression, at any depth; none in a value that is no expression. What a
 * shift itself contains is not searched.
 */
function listDateShifts(node: unknown): readonly NonNullable<ReturnType<typeof getDateShift>>[] {
  if (!isOperation(node)) return [];
  const shift = getDateShift(node);
  return shift === undefined ? parseOperation(node).operands.flatMap(listDateShifts) : [shift];
}
