import {
  type Form,
  type Id,
  type Plan,
  type Problem,
  pathsOf,
  resolveAnswers,
  type SchemaCheck,
  type Situation,
  typeField,
  uploadField,
  uploadFields,
  type Values,
  wireFields,
} from '#engine';
import { resolvePiped } from '#engine/piping.ts';
import { applyConditions } from '#widgets/validators/conditional-fields.ts';
import { judgeSubmitted, type Submitted, submittedPlan } from '#widgets/validators/judge-submitted.ts';
import type { Content, Page } from '../content/content.ts';
import { type Kept, keptOf } from '../content/kept.ts';
import { type Visit, visitSituation } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { withinTime } from '../documents/within-time.ts';

/** What a page in one situation says of a submission. */
export interface Judgement {
  readonly visit: Visit;
  readonly plan: Plan;
  /** None where the page would have let it through. */
  readonly problems: readonly Problem[];
  /** Fields whose values the page would not have sent: it does not show them, or has them fixed. */
  readonly dropped: readonly string[];
}

/** Judges values by field, as they travelled, by a page in a situation; `heeded` is what counts of what the schema says. */
export function judgeBy(
  ready: CompiledForm,
  visit: Visit,
  submitted: Values,
  heeded?: (check: SchemaCheck) => SchemaCheck,
): Judgement {
  const sent = sentOn(ready, visit, submitted);
  const { plan, problems } = withinTime(() => judgeSubmitted({ ...sent, heeded }));
  const dropped = plan.type === undefined ? [] : droppedFields(ready, plan, submitted);
  return { visit, plan, problems, dropped };
}

/** What a page has of values that were sent: its plan, with conditions applied, and nothing inside a field left out. */
export function planOf(ready: CompiledForm, visit: Visit, sent: Values): Plan {
  return withinTime(() => submittedPlan(sentOn(ready, visit, sent)));
}

/** What was sent by a page, to be judged: a page decides what no answer does once for all who send. */
function sentOn({ form, compiledOf }: CompiledForm, visit: Visit, submitted: Values): Submitted {
  const known = answeredOn(form, visit, submitted[typeField]);
  const { situation, answered } = known ?? { situation: visitSituation(form, visit, submitted) };
  return { form, compiledOf, situation, submitted, ...(answered && { plain: answered(submitted) }) };
}

/** A page with nothing answered but the enquiry type, and its plans for whatever else is. */
interface Answered {
  readonly page: Page;
  readonly situation: Situation;
  readonly answered: (entered: Values) => Plan;
}

/** Types, languages and days of the pages that most is sent by: no answer is among what is kept. */
const mostAnswered = 64;
const answeredOf = new WeakMap<Form, Kept<Content, Answered>>();

/** Absent for a page that a site only could have, and for a type that the form does not have: those who send name what they like. */
function answeredOn(form: Form, visit: Visit, type: unknown): Answered | undefined {
  const { page, content, locale, today } = visit;
  if (page.path === '' || !form.types.some(({ id }) => id === type)) return undefined;
  const ofContent = answeredOf.get(form) ?? keptOf<Content, Answered>(mostAnswered);
  answeredOf.set(form, ofContent);
  const known = ofContent(content, JSON.stringify([page.path, locale, today, type]), () => {
    const situation = visitSituation(form, visit, { [typeField]: type });
    return { page, situation, answered: resolveAnswers(form, situation) };
  });
  return known.page === page ? known : undefined;
}

/** What a page wants to be sent of what was entered: without what stands inside a branch that was not taken. */
export function sendingPlan({ form, compiledOf }: CompiledForm, visit: Visit, entered: Values): Plan {
  const applied = (plan: Plan) =>
    plan.type === undefined ? plan : applyConditions(plan, compiledOf(plan.type).validators);
  return withinTime(() => resolvePiped(form, visitSituation(form, visit, entered), applied));
}

/** The paths of what a plan sends of uploads, in the order of its fields. */
export function photoPaths(plan: Plan): readonly string[] {
  return [...new Set(uploadFields(plan).flatMap(({ name }) => pathsOf(plan.values[name])))];
}

/** An id as a value holds it; undefined for what is none. */
export function idOf(value: unknown): Id | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Values of fields that are not shown, or not answered, are dropped and noted, not refused (docs/behaviour.md, "Judging a submission"). */
function droppedFields({ form }: CompiledForm, plan: Plan, submitted: Values): readonly string[] {
  const shown = new Map(plan.fields.map((field) => [field.name, field]));
  return wireFields(form).flatMap(({ name, empty }) => {
    const value = submitted[name];
    if (name === uploadField || value === undefined || value === empty) return [];
    const field = shown.get(name);
    if (field !== undefined && field.visibility !== 'hidden' && field.fixed === undefined) return [];
    return field?.value !== undefined && String(field.value) === String(value) ? [] : [name];
  });
}
