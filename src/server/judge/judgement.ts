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

export interface Judgement {
  readonly visit: Visit;
  readonly plan: Plan;
  /** Empty if the page would have accepted it. */
  readonly problems: readonly Problem[];
  /** Fields whose values the page would not have sent, because they are hidden or fixed. */
  readonly dropped: readonly string[];
}

/**
 * Judges submitted values by a page.
 * @param heeded Filters which results of the schema count.
 */
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

/**
 * Returns the plan of submitted values on a page, with conditions applied and nothing inside a field removed.
 */
export function planOf(ready: CompiledForm, visit: Visit, sent: Values): Plan {
  return withinTime(() => submittedPlan(sentOn(ready, visit, sent)));
}

/**
 * Returns the input for judging. The part of the plan that depends on no answer is computed once per page.
 */
function sentOn({ form, compiledOf }: CompiledForm, visit: Visit, submitted: Values): Submitted {
  const known = answeredOn(form, visit, submitted[typeField]);
  const { situation, answered } = known ?? { situation: visitSituation(form, visit, submitted) };
  return { form, compiledOf, situation, submitted, ...(answered && { plain: answered(submitted) }) };
}

/** A page with only the enquiry type answered, and a function that returns its plan for further answers. */
interface Answered {
  readonly page: Page;
  readonly situation: Situation;
  readonly answered: (entered: Values) => Plan;
}

/** The most cached pages, by type, language and day; no visitor's answers are cached. */
const mostAnswered = 64;
const answeredOf = new WeakMap<Form, Kept<Content, Answered>>();

/**
 * Returns the cached page; undefined for a page that only a site could have, and for an unknown type, because
 * their number is not limited.
 */
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

/** Returns the plan of what a page sends: without the values inside branches that are not selected. */
export function sendingPlan({ form, compiledOf }: CompiledForm, visit: Visit, entered: Values): Plan {
  const applied = (plan: Plan) =>
    plan.type === undefined ? plan : applyConditions(plan, compiledOf(plan.type).validators);
  return withinTime(() => resolvePiped(form, visitSituation(form, visit, entered), applied));
}

/** Returns the paths of a plan's uploads, in the order of its fields. */
export function photoPaths(plan: Plan): readonly string[] {
  return [...new Set(uploadFields(plan).flatMap(({ name }) => pathsOf(plan.values[name])))];
}

export function idOf(value: unknown): Id | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/**
 * Returns the fields whose values are dropped and recorded, not refused, because they are hidden or not
 * answered (docs/behaviour.md, "Judging a submission").
 */
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
