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
import { findByName } from '#engine/model/find-by-name.ts';
import { indexRules } from '#engine/resolve/rule-index.ts';
import { needsNestedFields, type ValidatorModule } from '#widgets';
import { judgeAsSent, type PageJudgement } from '../judge-as-sent.ts';

/** Entered values with the plan and the problems that judging them gave. */
export interface JudgedValues extends Pick<PageJudgement, 'plan' | 'problems'> {
  readonly values: Values;
  /** The single-field form of the last change, reused at the next keystroke. */
  readonly alone?: SingleFieldForm | undefined;
}

interface JudgeParameters {
  readonly form: Form;
  readonly situation: Situation;
  /**
   * The validators of the type; undefined until they are loaded. Without them no problem of the schema is
   * found.
   */
  readonly module: ValidatorModule | undefined;
}

/**
 * Judges values that differ from formerly judged ones in one field, by judging a form with only that field.
 * The result has the former plan, and the former problems with that field's replaced. Returns undefined if
 * everything must be judged: none or several fields differ, the changed name is no field of the type, the
 * type has nested fields or conditions, or a rule or a text reads entered values.
 */
export function judgeChange(
  { form, situation, module }: JudgeParameters,
  former: JudgedValues,
  values: Values,
): JudgedValues | undefined {
  const { plan } = former;
  const name = findOnlyChange(former.values, values);
  const type = plan.type !== undefined && !needsNestedFields(plan.type) ? plan.type : undefined;
  const definition = type && name && findByName(type.fields, name);
  if (!definition || readsEnteredValues(form)) return undefined;
  const alone = getSingleFieldForm([form, type, definition], former.alone);
  const { problems } = judgeAsSent(
    alone.form,
    { ...situation, entered: { [typeField]: type.id, [name]: values[name] } },
    module,
    { heeded: (check) => restrictCheck(check, name), resolvers: alone.resolvers },
  );
  const problem = problems.find(({ field }) => field === name);
  return {
    values: values,
    plan,
    problems: replaceProblem(former.problems, name, problem, plan.fields),
    alone,
  };
}

/** A form with one field, and its resolvers with their caches: successive keystrokes judge the same field. */
interface SingleFieldForm {
  readonly source: readonly [form: Form, type: FormType, definition: FieldDefinition];
  readonly form: Form;
  readonly resolvers: readonly [entered: ResolvePlan, sent: ResolvePlan];
}

/** Returns the former form if it was made from the same source, else a new one. */
function getSingleFieldForm(
  source: SingleFieldForm['source'],
  former: SingleFieldForm | undefined,
): SingleFieldForm {
  if (former && source.every((one, index) => one === former.source[index])) return former;
  const [{ wire: _whole, ...rest }, type, definition] = source;
  const types = [{ ...type, fields: [definition] }];
  return { source, form: { ...rest, types }, resolvers: [createResolve(), createResolve()] };
}

/** Returns true if a text contains answers, or if a rule reads the value or the options of a field. */
function readsEnteredValues({ pipes, ...form }: Form): boolean {
  const { values, options } = indexRules(form).read;
  return pipes !== undefined || values.length + options.length > 0;
}

/** Returns the only name whose value differs between two objects; undefined if none or several differ. */
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
 * Returns the check without errors about other fields that are missing, because only one field is passed to
 * it.
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
  if (problem === undefined) return problems.filter((_, index) => index !== at);
  if (at >= 0) return problems.map((one, index) => (index === at ? problem : one));
  const positions = new Map(fields.map((field, index) => [field.name, index]));
  const getFieldIndex = ({ field }: Problem) => positions.get(field) ?? positions.size;
  return [...problems, problem].sort((one, other) => getFieldIndex(one) - getFieldIndex(other));
}
