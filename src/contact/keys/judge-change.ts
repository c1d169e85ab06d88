import {
  createResolve,
  type FieldDefinition,
  type FieldPlan,
  type Form,
  type FormType,
  type Problem,
  type Resolve,
  type SchemaCheck,
  type Situation,
  typeField,
  type Values,
} from '#engine';
import { byName } from '#engine/by-name.ts';
import { indexRules } from '#engine/resolve/rule-index.ts';
import { needsNestedFields, type ValidatorModule } from '#widgets';
import { type Judgement, judgeAsSent } from '../judge-as-sent.ts';

/** What was judged, the plan of that, and what came of it. */
export interface Verdict extends Pick<Judgement, 'plan' | 'problems'> {
  readonly on: Values;
  /** What the one field that differed was judged in, for the next key. */
  readonly alone?: Alone | undefined;
}

/** By what is judged. */
interface Court {
  readonly form: Form;
  /** The page's, nothing entered. */
  readonly situation: Situation;
  readonly module: ValidatorModule | undefined;
}

/**
 * What is wrong with values that differ from others in one field, whose verdict is known: that field is judged in a form that has no
 * other. Undefined where more differs, and where a rule reads what is answered, a text says it, or a schema decides by it: then all of
 * them are to be judged.
 */
export function judgeChange(
  { form, situation, module }: Court,
  former: Verdict,
  on: Values,
): Verdict | undefined {
  const { plan } = former;
  const name = onlyChange(former.on, on);
  const type = plan.type !== undefined && !needsNestedFields(plan.type) ? plan.type : undefined;
  const definition = type && name && byName(type.fields, name);
  if (!definition || isRead(form)) return undefined;
  const alone = formOf([form, type, definition], former.alone);
  const { problems } = judgeAsSent(
    alone.form,
    { ...situation, entered: { [typeField]: type.id, [name]: on[name] } },
    module,
    { heeded: (check) => checkOf(check, name), resolvers: alone.resolvers },
  );
  const problem = problems.find(({ field }) => field === name);
  return { on, plan, problems: withProblem(former.problems, name, problem, plan.fields), alone };
}

/** A form of one field, and what resolves it, with a memory: a key after another asks about the same. */
interface Alone {
  readonly of: readonly [form: Form, type: FormType, definition: FieldDefinition];
  readonly form: Form;
  readonly resolvers: readonly [entered: Resolve, sent: Resolve];
}

/** The form that has one field alone: the former where the same field was asked about. */
function formOf(of: Alone['of'], former: Alone | undefined): Alone {
  if (former && of.every((one, at) => one === former.of[at])) return former;
  const [{ wire: _whole, ...rest }, type, definition] = of;
  const types = [{ ...type, fields: [definition] }];
  return { of, form: { ...rest, types }, resolvers: [createResolve(), createResolve()] };
}

function isRead({ pipes, ...form }: Form): boolean {
  const { values, options } = indexRules(form).read;
  return pipes !== undefined || values.length + options.length > 0;
}

/** The one name under which two objects hold something else; undefined where there are more, or none. */
function onlyChange(one: Values, other: Values): string | undefined {
  let changed: string | undefined;
  for (const name of Object.keys({ ...one, ...other })) {
    if (one[name] === other[name]) continue;
    if (changed !== undefined) return undefined;
    changed = name;
  }
  return changed;
}

/** What a schema says of one field, where that is all that it is given: it finds that others are missing. */
function checkOf(check: SchemaCheck, name: string): SchemaCheck {
  return (values) =>
    check(values).filter(({ keyword, params }) => keyword !== 'required' || params.missingProperty === name);
}

/** Problems in the order of the fields, with that of one field in place of its former; the same list where it has none in both. */
function withProblem(
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
  const placeOf = ({ field }: Problem) => places.get(field) ?? places.size;
  return [...problems, problem].sort((one, other) => placeOf(one) - placeOf(other));
}
