import {
  createResolveForAnswers,
  type Form,
  type Id,
  listUploadFields,
  listWireFields,
  type Plan,
  type Problem,
  type SchemaCheck,
  type Situation,
  toUploadPaths,
  typeField,
  uploadField,
  type Values,
} from '#engine';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { resolvePiped } from '#engine/resolve/piping.ts';
import { applyConditions } from '#widgets/validators/conditional-fields.ts';
import { judgeSubmitted, resolveSubmittedPlan, type Submitted } from '#widgets/validators/judge-submitted.ts';
import type { Content, Page } from '../../forms/content/content.ts';
import { type PageVisit, toVisitSituation } from '../../forms/content/visit.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import { withinTime } from '../../forms/documents/time-limit.ts';
import { createNamedCache } from '../../platform/named-cache.ts';

export interface SubmissionJudgement {
  readonly visit: PageVisit;
  readonly plan: Plan;
  /** Empty if the page would have accepted it. */
  readonly problems: readonly Problem[];
  /** Fields whose values the page would not have sent, because they are not in the plan, hidden or fixed. */
  readonly dropped: readonly string[];
}

/**
 * Judges submitted values by a page. Nothing is dropped if the plan has no enquiry type.
 * @param heeded Wraps the check of the schema, to ignore some of its results.
 * @throws CheckTimeoutError if a check takes too long.
 */
export function judgeByPage(
  ready: CompiledForm,
  visit: PageVisit,
  submitted: Values,
  heeded?: (check: SchemaCheck) => SchemaCheck,
): SubmissionJudgement {
  const sent = prepareSubmission(ready, visit, submitted);
  const { plan, problems } = withinTime(() => judgeSubmitted({ ...sent, heeded }));
  const dropped = plan.type === undefined ? [] : findDroppedFields(ready, plan, submitted);
  return { visit, plan, problems, dropped };
}

/**
 * Returns the plan of submitted values on a page, with conditions applied and nothing inside a field removed.
 */
export function planSubmittedValues(ready: CompiledForm, visit: PageVisit, sent: Values): Plan {
  return withinTime(() => resolveSubmittedPlan(prepareSubmission(ready, visit, sent)));
}

/**
 * Returns the input for judging. The part of the plan that depends on no answer is computed once per page.
 */
function prepareSubmission(
  { form, compiledOf }: CompiledForm,
  visit: PageVisit,
  submitted: Values,
): Submitted {
  const known = findPreparedPage(form, visit, submitted[typeField]);
  const { situation, answered } = known ?? { situation: toVisitSituation(form, visit, submitted) };
  return { form, compiledOf, situation, submitted, ...(answered && { plain: answered(submitted) }) };
}

/** A page with only the enquiry type answered, and a function that returns its plan for further answers. */
interface PreparedPage {
  /** The page for which it was prepared. */
  readonly page: Page;
  readonly situation: Situation;
  readonly answered: (entered: Values) => Plan;
}

/** The most cached pages per form and content, by type, language and day; no visitor's answers are cached. */
const mostPreparedPages = 64;
const getPreparedPages = memoizeByObject((_form: Form) =>
  createNamedCache<Content, PreparedPage>(mostPreparedPages),
);

/**
 * Returns the page from the cache, or prepares it. Undefined for an unknown type, and for pages that are not
 * in the content: their number is not limited, so they are not cached.
 */
function findPreparedPage(form: Form, visit: PageVisit, type: unknown): PreparedPage | undefined {
  const { page, content, locale, today } = visit;
  if (page.path === '' || !form.types.some(({ id }) => id === type)) return undefined;
  const known = getPreparedPages(form)(content, JSON.stringify([page.path, locale, today, type]), () => {
    const situation = toVisitSituation(form, visit, { [typeField]: type });
    return { page, situation, answered: createResolveForAnswers(form, situation) };
  });
  return known.page === page ? known : undefined;
}

/**
 * Returns the plan of what a page sends, with the answers piped into its texts and without the values inside
 * branches that are not selected.
 */
export function planSentValues({ form, compiledOf }: CompiledForm, visit: PageVisit, entered: Values): Plan {
  /** Returns the plan without the values of branches that are not selected; unchanged without a type. */
  const applyBranchConditions = (plan: Plan) =>
    plan.type === undefined ? plan : applyConditions(plan, compiledOf(plan.type).validators);
  return withinTime(() => resolvePiped(form, toVisitSituation(form, visit, entered), applyBranchConditions));
}

/** Returns the paths of a plan's uploads, each once, in the order of its fields. */
export function getPhotoPaths(plan: Plan): readonly string[] {
  return [...new Set(listUploadFields(plan).flatMap(({ name }) => toUploadPaths(plan.values[name])))];
}

/** Returns a text or a number unchanged; undefined for anything else. */
export function toId(value: unknown): Id | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/**
 * Returns the names of the fields whose submitted values are dropped and recorded, not refused: the field is
 * not in the plan, hidden or fixed, and the value is neither empty nor that of the plan (docs/behaviour.md,
 * "Judging a submission").
 */
function findDroppedFields({ form }: CompiledForm, plan: Plan, submitted: Values): readonly string[] {
  const shown = new Map(plan.fields.map((field) => [field.name, field]));
  return listWireFields(form).flatMap(({ name, empty }) => {
    const value = submitted[name];
    if (name === uploadField || value === undefined || value === empty) return [];
    const field = shown.get(name);
    if (field !== undefined && field.visibility !== 'hidden' && field.fixed === undefined) return [];
    return field?.value !== undefined && String(field.value) === String(value) ? [] : [name];
  });
}
