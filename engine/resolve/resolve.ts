import { type FactValues, getOperandValue } from '../conditions/condition.ts';
import { blockPartNames } from '../model/blocks.ts';
import { memoizeByObject } from '../model/memoize.ts';
import type {
  Because,
  BlockPlan,
  FieldDefinition,
  FieldPlan,
  Form,
  FormType,
  Json,
  Plan,
  Rule,
  Situation,
  Values,
} from '../model/types.ts';
import { getOfferedItems } from '../preset/resolve.ts';
import { findText, listTextKeys } from '../texts/texts.ts';
import { createFieldTextLookup } from './field-texts.ts';
import {
  decideOptions,
  decideVisibility,
  type FieldDecisionInputs,
  type FieldOptions,
  resolveField,
} from './fields.ts';
import { isEqualJson, reuseEqualItems, reuseIfEqual } from './reuse-equal.ts';
import { type FieldsRead, getRuleIds, indexRules, selectMatchingRules } from './rule-index.ts';
import { isSameStart, type PlanStart, resolveStart } from './start.ts';

export type ResolvePlan = (form: Form, situation: Situation) => Plan;

/**
 * Returns the plan: everything that a page needs to draw the form and a server needs to judge a submission
 * (docs/architecture.md, "One function decides"). Pure: the same form and situation always give the same
 * plan. The strata are resolved in order: types, eligible items of the narrowed list, section and current
 * type, its offered items, fields.
 */
export function resolve(form: Form, situation: Situation): Plan {
  return buildPlan(resolveStart(form, situation), form, situation);
}

/**
 * Returns a `resolve` that reuses its last plan. Parts with unchanged inputs are not resolved again, and
 * equal parts are the same objects, up to the whole plan. A page uses it, because it resolves after every
 * keystroke. Form and entered values are compared by identity.
 */
export function createResolve(): ResolvePlan {
  let last: LastResult | undefined;
  return (form, situation) => {
    const isContinued = last?.form === form && isSameStart(last.situation, situation);
    const former = isContinued ? last : undefined;
    if (former?.situation.entered === situation.entered) return former.plan;
    const start = former?.start ?? resolveStart(form, situation);
    const fresh = buildPlan(start, form, situation, former);
    const plan = last === undefined ? fresh : reusePlanParts(last.plan, fresh);
    last = { form, situation, start, plan };
    return plan;
  };
}

/**
 * Returns a `resolve` for many sets of answers in one situation. Everything that does not depend on answers
 * is resolved once and shared by all plans; for another enquiry type than in `blank`, the whole plan is
 * resolved. Plans are not cached. Checks use it, because they try many visitors.
 * @param blank A situation in which at most the enquiry type is entered.
 */
export function createResolveForAnswers(form: Form, blank: Situation): (entered: Values) => Plan {
  const start = resolveStart(form, blank);
  const former = { plan: buildPlan(start, form, blank), situation: blank };
  return (entered) => {
    const situation = { ...blank, entered };
    return isSameStart(blank, situation)
      ? buildPlan(start, form, situation, former)
      : resolve(form, situation);
  };
}

interface LastResult {
  readonly form: Form;
  readonly situation: Situation;
  readonly start: PlanStart;
  readonly plan: Plan;
}

/**
 * Returns a plan from its first strata. Fields of a former plan with the same start are reused if they are
 * unchanged.
 */
function buildPlan(
  { typeField, facts, ...start }: PlanStart,
  form: Form,
  situation: Situation,
  former?: Pick<LastResult, 'plan' | 'situation'>,
): Plan {
  const { type, textLocale } = start;
  const offered = getOfferedItems(start);
  const known = former && { fields: former.plan.fields.slice(1), entered: former.situation.entered };
  const own = type ? decideFields({ form, type, situation, textLocale, offered, facts }, known) : [];
  const fields = [typeField, ...own];
  const values = collectValues(fields);
  const { recipient, because: recipientBecause } = findRecipient(form, { ...facts, values });
  const sending = selectMatchingRules(indexRules(form).destinations, { ...facts, values });
  const destinations = listDestinations(sending);
  const blocks =
    type?.blocks &&
    resolveBlocks({ form, type, textLocale, facts: { ...facts, values, options: getOptionFacts(fields) } });
  return {
    ...start,
    fields,
    ...(blocks && { blocks }),
    values,
    ...(recipient !== undefined && { recipient }),
    ...(destinations.length > 0 && { destinations }),
    because: { ...start.because, recipient: recipientBecause, destinations: getRuleIds(sending) },
  };
}

/**
 * Returns the next plan with the equal parts of the former one: fields, blocks, values, or the whole plan.
 */
function reusePlanParts(former: Plan, next: Plan): Plan {
  const plan = {
    ...next,
    fields: reuseEqualItems(former.fields, next.fields),
    ...(next.blocks && { blocks: reuseEqualItems(former.blocks ?? [], next.blocks) }),
    values: reuseIfEqual(former.values, next.values),
  };
  return isEqualJson(former, plan) ? former : plan;
}

/**
 * Returns the recipient that the first matching rule names, as a string, with the ids of all matching rules
 * that name one. The recipient is undefined if there are none, or if an answer that contains it is empty.
 */
function findRecipient(
  form: Form,
  facts: FactValues,
): { readonly recipient: string | undefined; readonly because: Because } {
  const naming = selectMatchingRules(indexRules(form).recipient, facts);
  const id = getOperandValue(naming[0]?.then.recipient, facts);
  const isNamed = typeof id === 'number' || (typeof id === 'string' && id !== '');
  return { recipient: isNamed ? String(id) : undefined, because: getRuleIds(naming) };
}

/**
 * Returns the destinations that rules name, sorted and without duplicates.
 * @param sending The matching rules.
 */
function listDestinations(sending: readonly Rule[]): readonly string[] {
  return [...new Set(sending.flatMap(({ then }) => then.destinations ?? []))].sort();
}

/** Returns for each field, by its name, true if it has options. */
export function getOptionFacts(fields: readonly FieldPlan[]): Readonly<Record<string, boolean>> {
  return Object.fromEntries(fields.map(({ name, options = [] }) => [name, options.length > 0]));
}

/** Returns the effective values by field name. A field without one is left out. */
function collectValues(fields: readonly FieldPlan[]): Readonly<Record<string, Json>> {
  const values: Record<string, Json> = {};
  for (const { name, value } of fields) if (value !== undefined) values[name] = value;
  return values;
}

/**
 * Returns all blocks of a type in their order, with their visibility, the rules that decided it, and their
 * texts by part. A concealed block counts as shown, and a part without a text is undefined. Rules do not read
 * blocks, so they are resolved after all fields.
 */
function resolveBlocks({
  form,
  type,
  textLocale,
  facts,
}: {
  readonly form: Form;
  readonly type: FormType;
  readonly textLocale: string;
  readonly facts: FactValues;
}): readonly BlockPlan[] {
  return (type.blocks ?? []).map((definition) => {
    const { name } = definition;
    const { visibility, because } = decideVisibility(indexRules(form).getFieldRules(name), facts);
    const texts = blockPartNames.map((part) => [
      part,
      findText(form, textLocale, listTextKeys(type.key, `blocks.${name}.${part}`)),
    ]);
    return {
      name,
      definition,
      visibility: visibility === 'hidden' ? 'hidden' : 'shown',
      texts: Object.fromEntries(texts),
      because,
    };
  });
}

/**
 * The fields of a type in an earlier plan, resolved with the same form and the same facts of the earlier
 * strata.
 */
interface PreviousFields {
  readonly fields: readonly FieldPlan[];
  readonly entered: Values;
}

/**
 * Returns the plans of a type's fields, in the order of their definitions. A rule that reads `values.x` gets
 * the effective value of x, which is resolved on first access; `compile` has made sure that there are no
 * cycles. A field of the earlier plan is reused if its entered value and everything that its rules read are
 * unchanged.
 * @param former The fields of the earlier plan. Absent: all fields are resolved.
 */
function decideFields(context: FieldDecisionInputs, former?: PreviousFields): readonly FieldPlan[] {
  const { form, type, situation } = context;
  const { fields: definitions } = type;
  const rules = indexRules(form);
  const indexes = getFieldIndexes(definitions);
  const decided: FieldPlan[] = new Array(definitions.length);
  const offers: FieldOptions[] = new Array(definitions.length);
  const values: Record<string, unknown> = {};
  const options: Record<string, unknown> = {};
  const facts = { ...context.facts, values, options };
  const deciding = { ...context, facts, getTexts: createFieldTextLookup(form, type.key, context.textLocale) };

  /** Returns the plan of a field: decided already, reused, or resolved now. It is stored in `decided`. */
  const getField = (index: number): FieldPlan => {
    const field = decided[index] ?? findReusableField(index) ?? resolveFreshField(index);
    decided[index] = field;
    return field;
  };
  /**
   * Returns the field of the earlier plan if it is unchanged, else undefined. Entered values are compared by
   * identity.
   */
  const findReusableField = (index: number): FieldPlan | undefined => {
    const field = former?.fields[index];
    const isSame =
      field !== undefined &&
      situation.entered[field.name] === former?.entered[field.name] &&
      areReadFieldsUnchanged(rules.getFieldsRead(field.name));
    return isSame ? field : undefined;
  };
  /** Resolves a field without the earlier plan, except that its options may be reused. */
  const resolveFreshField = (index: number): FieldPlan =>
    resolveField(getDefinition(index), getFieldOptions(index), deciding);
  /** Returns the options of a field: decided already, reused, or decided now. They are stored in `offers`. */
  const getFieldOptions = (index: number): FieldOptions => {
    const offer =
      offers[index] ?? findReusableOptions(index) ?? decideOptions(getDefinition(index), deciding);
    offers[index] = offer;
    return offer;
  };
  /**
   * Returns the options of a field in the earlier plan if nothing that their rules read has changed, else
   * undefined.
   */
  const findReusableOptions = (index: number): FieldOptions | undefined => {
    const field = former?.fields[index];
    if (field === undefined || !areReadFieldsUnchanged(rules.getFieldsReadForOptions(field.name)))
      return undefined;
    const { options: offered, optionsState: state, because } = field;
    return { offer: offered && { options: offered, state }, because: because.options };
  };
  /**
   * Returns true if the fields that are read have the values of the earlier plan and, like there, have
   * options or none. Also true if no field is read (undefined). May resolve the fields that are read.
   */
  const areReadFieldsUnchanged = (read: FieldsRead | undefined): boolean =>
    read === undefined ||
    (read.values.every((name) => {
      const index = indexes.get(name);
      return index === undefined || getField(index).value === former?.fields[index]?.value;
    }) &&
      read.options.every((name) => {
        const index = indexes.get(name);
        return index === undefined || offersOptions(index) === hasOptions(former?.fields[index]?.options);
      }));
  /** Returns true if a field offers at least one option. */
  const offersOptions = (index: number) => hasOptions(getFieldOptions(index).offer?.options);
  const getDefinition = (index: number) => definitions[index] as FieldDefinition;

  for (const name of new Set([...rules.read.values, ...rules.read.options])) {
    const index = indexes.get(name);
    if (index === undefined) continue;
    Object.defineProperty(values, name, { enumerable: true, get: () => getField(index).value });
    Object.defineProperty(options, name, { enumerable: true, get: () => offersOptions(index) });
  }
  return definitions.map((_, index) => getField(index));
}

/** Returns true for a list with at least one option; false for an empty or absent one. */
function hasOptions(options: readonly unknown[] = []): boolean {
  return options.length > 0;
}

/** Returns the position of each field in a type, by its name. The result is cached by the definitions. */
const getFieldIndexes = memoizeByObject(
  (definitions: readonly FieldDefinition[]): ReadonlyMap<string, number> =>
    new Map(definitions.map(({ name }, index) => [name, index])),
);
