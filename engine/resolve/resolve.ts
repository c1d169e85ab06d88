import { type FactValues, operandValue } from '../conditions/condition.ts';
import type { Because, FieldPlan, Form, Json, Plan, Rule, Situation, Values } from '../types.ts';
import { resolveBlocks } from './blocks.ts';
import { decideFields } from './decide-fields.ts';
import { because, indexRules, matchingRules } from './rule-index.ts';
import { isAlike, kept, keptItems } from './same.ts';
import { isSameStart, type Start, startOf } from './start.ts';

export type Resolve = (form: Form, situation: Situation) => Plan;

/**
 * Returns the plan: everything that a page needs to draw the form and a server needs to judge a submission
 * (docs/architecture.md, "One function decides"). Pure: the same form and situation always give the same
 * plan. The strata are resolved in order: types, eligible offices, section and current type, offered offices,
 * fields.
 */
export function resolve(form: Form, situation: Situation): Plan {
  return planFrom(startOf(form, situation), form, situation);
}

/**
 * Returns a `resolve` that reuses its last plan. Parts with unchanged inputs are not resolved again, and
 * equal parts are the same objects, up to the whole plan. A page uses it, because it resolves after every
 * keystroke.
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
 * Returns a `resolve` for many sets of answers in one situation. Everything that does not depend on answers
 * is resolved once and shared by all plans. Plans are not cached. Checks use it, because they try many
 * visitors.
 * @param blank A situation in which at most the enquiry type is entered.
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

/**
 * Returns the next plan with the equal parts of the former one: fields, blocks, values, or the whole plan.
 */
function keptPlan(former: Plan, next: Plan): Plan {
  const plan = {
    ...next,
    fields: keptItems(former.fields, next.fields),
    ...(next.blocks && { blocks: keptItems(former.blocks ?? [], next.blocks) }),
    values: kept(former.values, next.values),
  };
  return isAlike(former, plan) ? former : plan;
}

/** Returns the recipient that rules name. An empty answer names nobody. */
function recipientOf(
  form: Form,
  facts: FactValues,
): { readonly recipient: string | undefined; readonly because: Because } {
  const naming = matchingRules(indexRules(form).recipient, facts);
  const id = operandValue(naming[0]?.then.recipient, facts);
  const isNamed = typeof id === 'number' || (typeof id === 'string' && id !== '');
  return { recipient: isNamed ? String(id) : undefined, because: because(naming) };
}

/** Returns the destinations that rules name, sorted and without duplicates. */
function destinationsOf(sending: readonly Rule[]): readonly string[] {
  return [...new Set(sending.flatMap(({ then }) => then.destinations ?? []))].sort();
}

/** Returns true for each field that has options, by the name of the field. */
export function optionFacts(fields: readonly FieldPlan[]): Readonly<Record<string, boolean>> {
  return Object.fromEntries(fields.map(({ name, options = [] }) => [name, options.length > 0]));
}

function effectiveValues(fields: readonly FieldPlan[]): Readonly<Record<string, Json>> {
  const values: Record<string, Json> = {};
  for (const { name, value } of fields) if (value !== undefined) values[name] = value;
  return values;
}
