import { isSameId } from '../../model/ids.ts';
import type { BlockPlan, FieldPlan, Option, Plan } from '../../model/types.ts';
import { getEligibleItems, getOfferedItems } from '../../preset/resolve.ts';
import { describeConstant, type SentenceContext } from './conditions.ts';
import { describeEffects } from './effects.ts';
import { capitalise } from './language-tools.ts';
import { joinEffects } from './rules.ts';
import type { Sentence, SentenceReference } from './sentence.ts';

export interface Reason {
  /** The key of the decision, as in `because` of a plan. */
  readonly about: string;
  /** The decision as a clause: “Office” is required. */
  readonly fact: Sentence;
  /** The rules that made the decision; empty if the schema made it. */
  readonly rules: readonly SentenceReference[];
  /** The decision and its rules in one sentence. */
  readonly sentence: Sentence;
}

/** The decisions of a plan, each with the rules that made it. */
export interface PlanReasons {
  readonly section: Reason;
  readonly type: Reason;
  /** By the key of the type. */
  readonly excludedTypes: Readonly<Record<string, Reason>>;
  readonly eligible: Reason;
  readonly offered: Reason;
  /** The recipient of the mail; absent if no rule sets one. */
  readonly recipient?: Reason;
  /** The destinations besides the mail; absent if no rule sets any. */
  readonly destinations?: Reason;
  /** The decisions about each field, by name. The first is its visibility. */
  readonly fields: Readonly<Record<string, readonly Reason[]>>;
  readonly blocks: Readonly<Record<string, Reason>>;
}

/**
 * Describes the decisions of a plan, each with the rules that made it. A decision that no rule made is
 * described as one of the schema.
 */
export function describePlanReasons(plan: Plan, context: SentenceContext): PlanReasons {
  const { language, names } = context;
  const { format } = language;
  const { because } = plan;
  /**
   * Returns a decision with its sentence.
   * @param ids The ids of the rules that made it.
   */
  const createReason = (about: string, fact: Sentence, ids: readonly string[]): Reason => {
    const rules = ids.map(names.rule);
    const text = rules.map((rule): Sentence => [rule]);
    const sentence =
      rules.length === 0
        ? format('reason.schema', { fact })
        : format('reason.because', { fact, rules: language.list(text, 'conjunction') });
    return { about, fact, rules, sentence: capitalise(sentence, language.locale) };
  };
  const type = plan.type
    ? format('reason.type', { type: names.type(plan.type.key) })
    : format('reason.no-type');
  return {
    section: createReason(
      'section',
      format(plan.isSectionShown ? 'reason.section-shown' : 'reason.section-hidden'),
      because.section,
    ),
    type: createReason('type', type, because.type),
    excludedTypes: Object.fromEntries(
      Object.entries(because.excludedTypes).map(([key, ids]) => [
        key,
        createReason('excludedTypes', format('reason.excluded', { type: names.type(key) }), ids),
      ]),
    ),
    eligible: createReason(
      'eligible',
      format('reason.eligible', { count: getEligibleItems(plan).length }),
      because.eligible,
    ),
    offered: createReason(
      'offered',
      format('reason.offered', { count: getOfferedItems(plan).length }),
      because.offered,
    ),
    ...(plan.recipient !== undefined && {
      recipient: createReason(
        'recipient',
        format('reason.recipient', { value: names.recipient(plan.recipient) }),
        because.recipient,
      ),
    }),
    ...(plan.destinations && {
      destinations: createReason(
        'destinations',
        format('reason.destinations', {
          values: language.list(
            plan.destinations.map((id): Sentence => [names.value(id)]),
            'conjunction',
          ),
        }),
        because.destinations,
      ),
    }),
    fields: Object.fromEntries(
      plan.fields.map((field) => [
        field.name,
        describeFieldDecisions(field, plan, context).map(([about, fact]) =>
          createReason(about, fact, field.because[about]),
        ),
      ]),
    ),
    blocks: Object.fromEntries((plan.blocks ?? []).map((block) => [block.name, describeBlock(block)])),
  };

  /** Returns the visibility of a block and the rules that decided it. */
  function describeBlock({ name, visibility, because: ids }: BlockPlan): Reason {
    return createReason(
      'visibility',
      format(`reason.${visibility}`, { field: names.formElement(name) }),
      ids,
    );
  }
}

type ReasonKey = keyof FieldPlan['because'];

/**
 * Returns the decisions about a field, as keys and clauses, with its visibility first. A hidden field has
 * only its visibility; a fixed one is not described as required or optional.
 */
function describeFieldDecisions(
  field: FieldPlan,
  plan: Plan,
  context: SentenceContext,
): readonly (readonly [ReasonKey, Sentence])[] {
  const { language, names } = context;
  const { visibility, isRequired, fixed, options, limits, bounds, preset, definition, because } = field;
  const of = {
    field: { ...names.field(field.name), ...(field.label !== '' && getPlanLabel(field, context)) },
  };
  const here = { ...context, ...(plan.type && { types: [plan.type.key] }) };
  const facts: (readonly [ReasonKey, Sentence])[] = [
    ['visibility', language.format(`reason.${visibility}`, of)],
  ];
  /** Adds a decision to the result. */
  const addDecision = (about: ReasonKey, fact: Sentence) => facts.push([about, fact]);
  if (visibility === 'hidden') return facts;
  if (fixed === undefined)
    addDecision('required', language.format(isRequired ? 'reason.required' : 'reason.optional', of));
  else addDecision('fixed', language.format(`reason.${fixed}`, of));
  if (because.texts.length > 0) addDecision('texts', language.format('reason.texts', of));
  if (options)
    addDecision(
      'options',
      appendOptions(options, language.format('reason.options', { ...of, count: options.length }), context),
    );
  /** Describes the limits or the bounds of the field as an effect of a rule. */
  const describeLimitsOrBounds = (effect: 'limit' | 'bound', value: unknown) =>
    joinEffects(
      describeEffects({ [effect]: { [field.name]: value } }, here).map((clause, at) =>
        at === 0
          ? (describeEffects({ [effect]: { [field.name]: value } }, { ...here, opening: { where: [] } })[0] ??
            clause)
          : clause,
      ),
      here,
    );
  // A bound that depends on another answer is empty until that answer is entered.
  if (limits && hasEntries(limits))
    addDecision(
      'limits',
      language.format('reason.limits', { ...of, effects: describeLimitsOrBounds('limit', limits) }),
    );
  if (bounds && hasEntries(bounds))
    addDecision(
      'bounds',
      language.format('reason.bounds', { ...of, effects: describeLimitsOrBounds('bound', bounds) }),
    );
  if (preset !== undefined) {
    const key = definition.isCalculated ? 'reason.calculated' : 'reason.preset';
    addDecision('preset', language.format(key, { ...of, value: describePresetValue(field, plan, context) }));
  }
  return facts;
}

function hasEntries(values: object): boolean {
  return Object.keys(values).length > 0;
}

/** Returns the label of a field in the plan, in quotes; undefined if the field is named without quotes. */
function getPlanLabel(
  { name, label }: FieldPlan,
  { names, language }: SentenceContext,
): Pick<SentenceReference, 'label' | 'said'> | undefined {
  const sentence = language.format('quoted', { text: label }).join('');
  return names.field(name).said === undefined ? undefined : { label, said: sentence };
}

const maxListed = 5;

/**
 * Appends the labels of the first five options to a clause, and "…" if there are more. Without options the
 * clause is returned unchanged.
 */
function appendOptions(
  options: readonly Option[],
  fact: Sentence,
  { language, names }: SentenceContext,
): Sentence {
  if (options.length === 0) return fact;
  const named = options
    .slice(0, maxListed)
    .map(({ value, label }): Sentence => [names.value(label, String(value))]);
  const all = options.length > maxListed ? [...named, ['…']] : named;
  return language.format('reason.choices', { fact, choices: language.list(all, 'conjunction') });
}

/** Returns the label of the chosen option if the preset is an option, else a description of the value. */
function describePresetValue(
  { name, preset, options = [] }: FieldPlan,
  _plan: Plan,
  context: SentenceContext,
): Sentence {
  const isId = typeof preset === 'string' || typeof preset === 'number';
  const option = isId ? options.find(({ value }) => isSameId(value, preset)) : undefined;
  if (option) return [{ ...context.names.value(option.label, String(option.value)) }];
  return describeConstant(preset, `values.${name}`, context);
}
