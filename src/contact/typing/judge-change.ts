import {
  createResolve,
  type FieldDefinition,
  type FieldPlan,
  type Form,
  type FormType,
  type Problem,
  type ResolvePlan,
  type SchemaCheck,
  type Situation,
  typeField,
  type Values,
} from '#engine';
import { findByName } from '#engine/find-by-name.ts';
import { indexRules } from '#engine/resolve/rule-index.ts';
import { needsNestedFields, type ValidatorModule } from '#widgets';
import { judgeAsSent, type PageJudgement } from '../judge-as-sent.ts';

export interface JudgedValues extends Pick<PageJudgement, 'plan' | 'problems'> {
  readonly on: Values;
  /** The single-field form of the last change, for the next keystroke. */
  readonly alone?: SingleFieldForm | undefined;
}

interface JudgeParameters {
  readonly form: Form;
  readonly situation: Situation;
  readonly module: ValidatorModule | undefined;
}

/**
 * Judges values that differ in one field from judged ones: only that field, in a form without other fields.
 * Returns undefined if more fields differ, or if a rule, a text or a schema condition reads entered values:
 * then everything must be judged.
 */
export function judgeChange(
  { form, situation, module }: JudgeParameters,
  former: JudgedValues,
  on: Values,
): JudgedValues | undefined {
  const { plan } = former;
  const name = findOnlyChange(former.on, on);
  const type = plan.type !== undefined && !needsNestedFields(plan.type) ? plan.type : undefined;
  const definition = type && name && findByName(type.fields, name);
  if (!definition || readsEnteredValues(form)) return undefined;
  const alone = getSingleFieldForm([form, type, definition], former.alone);
  const { problems } = judgeAsSent(
    alone.form,
    { ...situation, entered: { [typeField]: type.id, [name]: on[name] } },
    module,
    { heeded: (check) => restrictCheck(check, name), resolvers: alone.resolvers },
  );
  const problem = problems.find(({ field }) => field === name);
  return { on, plan, problems: replaceProblem(former.problems, name, problem, plan.fields), alone };
}

/** A form with one field, and its resolvers with their caches: successive keystrokes judge the same field. */
interface SingleFieldForm {
  readonly of: readonly [form: Form, type: FormType, definition: FieldDefinition];
  readonly form: Form;
  readonly resolvers: readonly [entered: ResolvePlan, sent: ResolvePlan];
}

function getSingleFieldForm(of: SingleFieldForm['of'], former: SingleFieldForm | undefined): SingleFieldForm {
  if (former && of.every((one, at) => one === former.of[at])) return former;
  const [{ wire: _whole, ...rest }, type, definition] = of;
  const types = [{ ...type, fields: [definition] }];
  return { of, form: { ...rest, types }, resolvers: [createResolve(), createResolve()] };
}

function readsEnteredValues({ pipes, ...form }: Form): boolean {
  const { values, options } = indexRules(form).read;
  return pipes !== undefined || values.length + options.length > 0;
}

/** Returns the one name whose values differ between two objects; undefined if there are more, or none. */
function findOnlyChange(one: Values, other: Values): string | undefined {
  let changed: string | undefined;
  for (const name of Object.keys({ ...one, ...other })) {
    if (one[name] === other[name]) continue;
    if (changed !== undefined) return undefined;
    changed = name;
  }
  return changed;
}

/**
 * Returns the check without the errors that other fields are missing, because only one field is passed to it.
 */
function restrictCheck(check: SchemaCheck, name: string): SchemaCheck {
  return (values) =>
    check(values).filter(({ keyword, params }) => keyword !== 'required' || params.missingProperty === name);
}

/**
 * Returns the problems in the order of the fields, with the problem of one field replaced; the same list if
 * the field had and has none.
 */
function replaceProblem(
  problems: readonly Problem[],
  name: string,
  problem: Problem | undefined,
  fields: readonly FieldPlan[],
): readonly Problem[] {
  const at = problems.findIndex(({ field }) => field === name);
  if (at < 0 && problem === undefined) return problems;
  if (problem === undefined) return problems.filter((_, place) => place !== at);
  if (at >= 0) return problems.map((one, place) => (place === at ? problem : one));
  const places = new Map(fields.map((field, place) => [field.name, place]));
  const getFieldIndex = ({ field }: Problem) => places.get(field) ?? places.size;
  return [...problems, problem].sort((one, other) => getFieldIndex(one) - getFieldIndex(other));
}
