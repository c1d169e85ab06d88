import {
  type Id,
  type Plan,
  type Problem,
  pathsOf,
  type SchemaCheck,
  uploadField,
  uploadFields,
  type Values,
  wireFields,
} from '#engine';
import { resolvePiped } from '#engine/piping.ts';
import { applyConditions } from '#widgets/validators/conditional-fields.ts';
import { judgeSubmitted, submittedPlan } from '#widgets/validators/judge-submitted.ts';
import { type Visit, visitSituation } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';

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
  const { form, compiledOf } = ready;
  const situation = visitSituation(form, visit, submitted);
  const { plan, problems } = judgeSubmitted({ form, compiledOf, situation, submitted, heeded });
  const dropped = plan.type === undefined ? [] : droppedFields(ready, plan, submitted);
  return { visit, plan, problems, dropped };
}

/** What a page has of values that were sent: its plan, with conditions applied, and nothing inside a field left out. */
export function planOf({ form, compiledOf }: CompiledForm, visit: Visit, sent: Values): Plan {
  return submittedPlan({
    form,
    compiledOf,
    situation: visitSituation(form, visit, sent),
    submitted: sent,
  });
}

/** What a page wants to be sent of what was entered: without what stands inside a branch that was not taken. */
export function sendingPlan({ form, compiledOf }: CompiledForm, visit: Visit, entered: Values): Plan {
  return resolvePiped(form, visitSituation(form, visit, entered), (plan) =>
    plan.type === undefined ? plan : applyConditions(plan, compiledOf(plan.type).validators),
  );
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
