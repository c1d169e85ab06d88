import { type FactValues, operandValue } from '../conditions/condition.ts';
import type { Because, FieldPlan, Form, Json, Plan, Rule, Situation, Values } from '../types.ts';
import { resolveBlocks } from './blocks.ts';
import { decideFields } from './decide-fields.ts';
import { because, indexRules, matchingRules } from './rule-index.ts';
import { isAlike, kept, keptItems } from './same.ts';
import { isSameStart, type Start, startOf } from './start.ts';

/** What gives the plan of a form in a situation. */
export type Resolve = (form: Form, situation: Situation) => Plan;

/**
 * The plan: everything that a page needs to draw and a server needs to judge (docs/architecture.md, "One function at the heart").
 * Pure: the same form and situation give the same plan. Strata follow one another: types, eligible offices, section and current
 * type, offered offices, fields.
 */
export function resolve(form: Form, situation: Situation): Plan {
  return planFrom(startOf(form, situation), form, situation);
}

/**
 * `resolve` with a memory of what it gave last. What was decided from the same is not decided again, and what says the same is the
 * same object, down to the whole plan: for whoever asks about one situation after the other, as a page does at each key.
 */
export function createResolve(): Resolve {
  let last: Last | undefined;
  return (form, situation) => {
    const isContinued = last?.form === form && isSameStart(last.situation, situation);
    const former = isContinued ? last : undefined;
    if (former?.situation.entered === situation.entered) return former.plan;
    const start = former?.start ?? startOf(form, situation);
    const fresh = planFrom(start, form, situation, former);
    const plan = last === undefined ? fresh : keptPlan(last.plan, fresh);
    last = { form, situation, start, plan };
    return plan;
  };
}

/**
 * `resolve` for one set of answers after another, all in a situation that has none but that for the enquiry type. What they do not decide
 * is decided once, and is the same object in every plan; no answer is remembered: for whoever asks for many visitors.
 */
export function resolveAnswers(form: Form, blank: Situation): (entered: Values) => Plan {
  const start = startOf(form, blank);
  const former = { plan: planFrom(start, form, blank), situation: blank };
  return (entered) => {
    const situation = { ...blank, entered };
    return isSameStart(blank, situation)
      ? planFrom(start, form, situation, former)
      : resolve(form, situation);
  };
}

/** What was asked last, and what came of it. */
interface Last {
  readonly form: Form;
  readonly situation: Situation;
  readonly start: Start;
  readonly plan: Plan;
}

function planFrom(
  { typeField, facts, ...start }: Start,
  form: Form,
  situation: Situation,
  former?: Pick<Last, 'plan' | 'situation'>,
): Plan {
  const { type, textLocale, offeredOffices: offered } = start;
  const known = former && { fields: former.plan.fields.slice(1), entered: former.situation.entered };
  const own = type ? decideFields({ form, type, situation, textLocale, offered, facts }, known) : [];
  const fields = [typeField, ...own];
  const values = effectiveValues(fields);
  const { recipient, because: recipientBecause } = recipientOf(form, { ...facts, values });
  const sending = matchingRules(indexRules(form).destinations, { ...facts, values });
  const destinations = destinationsOf(sending);
  const blocks =
    type?.blocks &&
    resolveBlocks({ form, type, textLocale, facts: { ...facts, values, options: optionFacts(fields) } });
  return {
    ...start,
    fields,
    ...(blocks && { blocks }),
    values,
    ...(recipient !== undefined && { recipient }),
    ...(destinations.length > 0 && { destinations }),
    because: { ...start.because, recipient: recipientBecause, destinations: because(sending) },
  };
}

/** A plan with what a former says as well: each field and block, and whatever else is the same as a whole. */
function keptPlan(former: Plan, next: Plan): Plan {
  const plan = {
    ...next,
    fields: keptItems(former.fields, next.fields),
    ...(next.blocks && { blocks: keptItems(former.blocks ?? [], next.blocks) }),
    values: kept(former.values, next.values),
  };
  return isAlike(former, plan) ? former : plan;
}

/** Who gets the mail where rules say so: an answer that is empty names nobody. */
function recipientOf(
  form: Form,
  facts: FactValues,
): { readonly recipient: string | undefined; readonly because: Because } {
  const naming = matchingRules(indexRules(form).recipient, facts);
  const id = operandValue(naming[0]?.then.recipient, facts);
  const isNamed = typeof id === 'number' || (typeof id === 'string' && id !== '');
  return { recipient: isNamed ? String(id) : undefined, because: because(naming) };
}

/** Where rules send the enquiry besides the mail: each place once. */
function destinationsOf(sending: readonly Rule[]): readonly string[] {
  return [...new Set(sending.flatMap(({ then }) => then.destinations ?? []))].sort();
}

/** Whether something is offered, by field. */
export function optionFacts(fields: readonly FieldPlan[]): Readonly<Record<string, boolean>> {
  return Object.fromEntries(fields.map(({ name, options = [] }) => [name, options.length > 0]));
}

function effectiveValues(fields: readonly FieldPlan[]): Readonly<Record<string, Json>> {
  const values: Record<string, Json> = {};
  for (const { name, value } of fields) if (value !== undefined) values[name] = value;
  return values;
}
