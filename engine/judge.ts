import { isSameId } from './ids.ts';
import { typeField } from './names.ts';
import { findOption } from './resolve/options.ts';
import { problemOf } from './schema-problem.ts';
import type { FieldPlan, Json, Plan, Problem, SchemaCheck, Values } from './types.ts';

/** What is judged: a plan, the schema check of its type, and what was submitted. */
export interface Submission {
  readonly plan: Plan;
  /** The compiled schema of `plan.type`. */
  readonly check: SchemaCheck;
  /** Values by field as they travelled, `enquiry_type` among them; a browser passes `plan.values`. */
  readonly submitted: Values;
}

/**
 * What a visitor has to mend before the enquiry can be accepted, one problem a field, in the order of the fields; none where it can.
 * Browser and server judge by this alone. Values of fields that are not shown are not judged: the plan does not take them.
 */
export function judge({ plan, check, submitted }: Submission): readonly Problem[] {
  const problems = [
    ...typeProblems(plan, submitted),
    ...plan.fields.flatMap((field) => fieldProblems(field, submitted[field.name])),
    ...check(schemaValues(plan)).flatMap(problemOf),
  ];
  return inFieldOrder(plan, onePerField(problems));
}

/** What the type's schema checks: the effective values of its own fields. */
function schemaValues(plan: Plan): Record<string, Json> {
  const { [typeField]: _type, ...values } = plan.values;
  return values;
}

function typeProblems(plan: Plan, submitted: Values): readonly Problem[] {
  const id = submitted[typeField];
  const isCurrent =
    plan.type !== undefined &&
    (typeof id === 'string' || typeof id === 'number') &&
    isSameId(id, plan.type.id);
  return isCurrent ? [] : [{ field: typeField, code: isEmpty(id) ? 'required' : 'not-offered' }];
}

function fieldProblems(field: FieldPlan, submitted: unknown): readonly Problem[] {
  if (field.visibility === 'hidden' || field.name === typeField) return [];
  const { name } = field;
  if (field.options && !isEmpty(submitted) && findOption(field.options, tidied(submitted)) === undefined)
    return [{ field: name, code: 'not-offered' }];
  if (field.value === undefined) return field.isRequired ? [{ field: name, code: 'required' }] : [];
  return [...boundProblems(field, field.value), ...limitProblems(field, field.value)];
}

function boundProblems({ name, bounds }: FieldPlan, value: Json): readonly Problem[] {
  if (bounds === undefined) return [];
  const number = Number(String(value).replace(',', '.'));
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = bounds;
  if (number < minimum) return [{ field: name, code: 'too-small', values: { limit: minimum, ...bounds } }];
  return number > maximum ? [{ field: name, code: 'too-large', values: { limit: maximum, ...bounds } }] : [];
}

function limitProblems({ name, limits }: FieldPlan, value: Json): readonly Problem[] {
  const count = Array.isArray(value) ? value.length : 0;
  return limits?.count !== undefined && count > limits.count
    ? [{ field: name, code: 'too-many', values: { limit: limits.count } }]
    : [];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || tidied(value) === '';
}

function tidied(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** The first stands: what rules say comes before what the schema says of the same place, a field before what is inside it. */
function onePerField(problems: readonly Problem[]): readonly Problem[] {
  const byField = new Map<string, Problem>();
  for (const problem of problems) {
    if (!byField.has(problem.field)) byField.set(problem.field, problem);
  }
  return [...byField.values()];
}

function inFieldOrder(plan: Plan, problems: readonly Problem[]): readonly Problem[] {
  const names = plan.fields.map((field) => field.name);
  const place = ({ field }: Problem) => {
    const index = names.indexOf(field.split('/')[0] ?? field);
    return index === -1 ? names.length : index;
  };
  return [...problems].sort((one, other) => place(one) - place(other));
}
