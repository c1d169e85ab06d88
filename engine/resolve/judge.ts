import { findUiSchemas, getUiWidget } from '../json-schema/inner-ui.ts';
import { getValueAt, parsePointer } from '../json-schema/pointers.ts';
import { getTemporalCode, toProblem } from '../json-schema/schema-problem.ts';
import { asList, asObject } from '../json-schema/values.ts';
import { compareValues, isSameValue } from '../model/compare-values.ts';
import { isSameId } from '../model/ids.ts';
import { findDatePartProblem } from '../model/moments/date-parts.ts';
import { typeField } from '../model/names.ts';
import { findMissingOtherTexts, isOtherText } from '../model/other-choice.ts';
import { hasSharedPositions } from '../model/ranking.ts';
import type { FieldPlan, Json, Plan, Problem, SchemaCheck, SchemaError, Values } from '../model/types.ts';
import { findEntryProblems } from '../texts/entry-names.ts';
import { tidyText } from '../texts/tidy-text.ts';
import { findOption } from './options.ts';
import { readNumber } from './read-number.ts';

export interface JudgeInput {
  readonly plan: Plan;
  /** The compiled schema of `plan.type`. */
  readonly check: SchemaCheck;
  /** The values by field as they were received, including `enquiry_type`. A browser passes `plan.values`. */
  readonly submitted: Values;
}

/**
 * Returns the problems that the visitor has to correct, in the order of the fields, at most one for each
 * field and one for each nested value. Browser and server use the same function. Values of hidden fields are
 * ignored, because the plan does not use them.
 */
export function judgePlan({ plan, check, submitted }: JudgeInput): readonly Problem[] {
  const problems = [
    ...findTypeProblems(plan, submitted),
    ...plan.fields.flatMap((field) => findFieldProblems(field, submitted[field.name])),
    ...findEntryProblems(getSchemaValues(plan)),
    ...findOtherProblems(plan),
    ...findSchemaProblems(plan, check),
  ];
  return sortByField(plan, selectFirstPerField(problems));
}

/** Returns the values that the type's schema checks: the effective values without the type. */
function getSchemaValues(plan: Plan): Record<string, Json> {
  const { [typeField]: _type, ...values } = plan.values;
  return values;
}

/**
 * Returns a problem for each value that is the choice "Other" without a text, where the form offers that choice: in
 * any other field it is a text like another.
 */
function findOtherProblems(plan: Plan): readonly Problem[] {
  return Object.entries(getSchemaValues(plan))
    .flatMap(([name, value]) => findMissingOtherTexts(value, [name]))
    .filter((path) => offersOther(plan, path))
    .map((path) => ({ field: path.join('/'), code: 'required' }));
}

/**
 * Returns true if the control at a path offers the choice "Other". A page has no UI schema of a form without nested
 * fields, so the definition of a field counts.
 */
function offersOther({ type, fields }: Plan, path: readonly string[]): boolean {
  if (path.length === 1)
    return fields.find(({ name }) => name === path[0])?.definition.widgetProperties?.other === true;
  return findUiSchemas(type?.uiSchema ?? {}, path)
    .map(asObject)
    .some((ui) => (ui['ui:other'] ?? asObject(ui['ui:options']).other) === true);
}

/** Returns true if the control at a path is a ranking. */
function isRanking({ type, fields }: Plan, path: readonly string[]): boolean {
  if (path.length === 1) return fields.find(({ name }) => name === path[0])?.definition.widget === 'ranking';
  return findUiSchemas(type?.uiSchema ?? {}, path)
    .map(getUiWidget)
    .includes('ranking');
}

/**
 * Returns the problems that the schema check finds. An error of the whole form is assigned to a field,
 * because a page shows problems only at fields.
 */
function findSchemaProblems(plan: Plan, check: SchemaCheck): readonly Problem[] {
  const values = getSchemaValues(plan);
  const errors = check(values);
  const relevant = errors.filter(({ keyword }) => keyword !== 'if');
  return (relevant.length > 0 ? relevant : errors.slice(0, 1)).map((error) => {
    const problem = assignToControl(plan, {
      ...toProblem(error),
      ...findDatePartCode(error, values),
      ...findRankingCode(plan, error, values),
    });
    return problem.field === '' ? { ...problem, field: findFieldForFormError(plan, problem) } : problem;
  });
}

/**
 * Returns a problem of a text beside checkboxes (`ui:other`) as one of the whole list, because one control shows
 * the list. Returns any other problem unchanged.
 */
function assignToControl(plan: Plan, problem: Problem): Problem {
  const path = problem.field.split('/');
  if (!/^\d+$/.test(path.at(-1) ?? '')) return problem;
  const list = path.slice(0, -1);
  return offersOther(plan, list) ? { ...problem, field: list.join('/') } : problem;
}

/** Returns a more exact code for an invalid or incomplete date; undefined for any other error. */
function findDatePartCode(
  { keyword, params, instancePath }: SchemaError,
  values: unknown,
): Pick<Problem, 'code' | 'values'> | undefined {
  if (keyword !== 'format' || params.format !== 'date') return undefined;
  const wrong = findDatePartProblem(getValueAt(values, parsePointer(instancePath)));
  if (wrong === undefined) return undefined;
  const { part, isMissing, limit } = wrong;
  return isMissing ? { code: `missing-${part}` } : { code: `wrong-${part}`, values: { limit } };
}

/** Returns the code for a ranking in which choices share a position; undefined for any other error. */
function findRankingCode(
  plan: Plan,
  { keyword, instancePath }: SchemaError,
  values: unknown,
): Pick<Problem, 'code'> | undefined {
  const path = parsePointer(instancePath);
  if (keyword !== 'type' || !hasSharedPositions(getValueAt(values, path))) return undefined;
  return isRanking(plan, path) ? { code: 'same-position' } : undefined;
}

/**
 * Returns the field that shows an error of the whole form: the first field that the error names, else the
 * first visible one, else the type field.
 */
function findFieldForFormError({ fields }: Plan, { branches = [] }: Problem): string {
  const named = branches.flatMap((branch) => ('fields' in branch ? branch.fields : []));
  const shown = fields.filter(({ name, visibility }) => name !== typeField && visibility !== 'hidden');
  const [first] = [...shown.filter(({ name }) => named.includes(name)), ...shown];
  return first?.name ?? typeField;
}

/**
 * Returns a problem if the submitted type is missing or is not the current type of the plan. The only type of a
 * form may be missing.
 */
function findTypeProblems(plan: Plan, submitted: Values): readonly Problem[] {
  const id = submitted[typeField];
  if (plan.type?.isOnly && isEmptyOrBlank(id)) return [];
  const isCurrent =
    plan.type !== undefined &&
    (typeof id === 'string' || typeof id === 'number') &&
    isSameId(id, plan.type.id);
  return isCurrent ? [] : [{ field: typeField, code: isEmptyOrBlank(id) ? 'required' : 'not-offered' }];
}

/**
 * Returns the problems that the plan finds in a field: a choice that is not offered, a missing value, a value
 * beyond bounds or limits. Returns none for a hidden field and for the type field.
 * @param submitted The value as it was received. It is ignored if the field is read-only or disabled.
 */
function findFieldProblems(field: FieldPlan, submitted: unknown): readonly Problem[] {
  if (field.visibility === 'hidden' || field.name === typeField) return [];
  const { name, options } = field;
  // The submitted value of a read-only or disabled field is ignored.
  const isAnswered = field.fixed === undefined && !isEmptyOrBlank(submitted);
  if (options && isAnswered) {
    const chosen = field.definition.kind === 'json' ? asList(submitted) : [submitted];
    const isOffered = (each: unknown) =>
      findOption(options, each) !== undefined || isOtherText(field.definition, each);
    if (!chosen.map(tidyIfText).every(isOffered)) return [{ field: name, code: 'not-offered' }];
  }
  if (field.value === undefined) return field.isRequired ? [{ field: name, code: 'required' }] : [];
  return [...findBoundProblems(field, field.value), ...findLimitProblems(field, field.value)];
}

/**
 * Returns a problem if a value differs from the bound `equals`, else if it is below the minimum or above the
 * maximum. A value that cannot be compared has none.
 */
function findBoundProblems(
  { name, bounds = {}, definition: { temporal, kind } }: FieldPlan,
  value: Json,
): readonly Problem[] {
  const { minimum, maximum, equals } = bounds;
  if (equals !== undefined && !isSameValue(value, equals, kind === 'id' ? 'id' : temporal))
    return [{ field: name, code: 'not-same' }];
  if (minimum === undefined && maximum === undefined) return [];
  // `String` fails for an object with a property named `toString`.
  const answer =
    temporal === undefined && typeof value !== 'object' ? (readNumber(String(value)) ?? value) : value;
  /** Returns the code for a value below the minimum (`isLow`) or above the maximum. */
  const getBoundCode = (isLow: boolean) =>
    temporal === undefined ? (isLow ? 'too-small' : 'too-large') : getTemporalCode(temporal, isLow);
  const ends = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  if (minimum !== undefined && (compareValues(answer, minimum, temporal) ?? 0) < 0)
    return [{ field: name, code: getBoundCode(true), values: { limit: minimum, ...ends } }];
  return maximum !== undefined && (compareValues(answer, maximum, temporal) ?? 0) > 0
    ? [{ field: name, code: getBoundCode(false), values: { limit: maximum, ...ends } }]
    : [];
}

/** Returns a problem if a list has more items than `limits.count` allows. */
function findLimitProblems({ name, limits }: FieldPlan, value: Json): readonly Problem[] {
  const count = Array.isArray(value) ? value.length : 0;
  return limits?.count !== undefined && count > limits.count
    ? [{ field: name, code: 'too-many', values: { limit: limits.count } }]
    : [];
}

/** Returns true for undefined, null, an empty text and one of white space only. */
function isEmptyOrBlank(value: unknown): boolean {
  return value === undefined || value === null || tidyIfText(value) === '';
}

/** Returns a text as `tidyText` changes it, and any other value unchanged. */
function tidyIfText(value: unknown): unknown {
  return typeof value === 'string' ? tidyText(value) : value;
}

/** Returns the first problem for each field and for each nested value, in the given order. */
function selectFirstPerField(problems: readonly Problem[]): readonly Problem[] {
  const byField = new Map<string, Problem>();
  for (const problem of problems) {
    if (!byField.has(problem.field)) byField.set(problem.field, problem);
  }
  return [...byField.values()];
}

/**
 * Sorts problems by the position of their fields in the plan. Problems of nested values stay in order with
 * those of their field, unknown fields come last.
 */
function sortByField(plan: Plan, problems: readonly Problem[]): readonly Problem[] {
  const positions = new Map(plan.fields.map(({ name }, index) => [name, index]));
  /** Returns the index of the problem's field in the plan; for an unknown field, the number of fields. */
  const getPosition = ({ field }: Problem) => positions.get(field.split('/')[0] ?? field) ?? positions.size;
  return [...problems].sort((one, other) => getPosition(one) - getPosition(other));
}
