import { isSameId } from '../ids.ts';
import type { BlockPlan, FieldPlan, Option, Plan } from '../types.ts';
import { sayConstant, type Telling } from './conditions.ts';
import { sayEffects } from './effects.ts';
import { joinedEffects } from './rules.ts';
import type { Reference, Sentence } from './sentence.ts';
import { capitalised } from './speaker.ts';

export interface Reason {
  /** The key of the decision, as in `because` of a plan. */
  readonly about: string;
  /** The decision as a clause: “Office” is required. */
  readonly fact: Sentence;
  /** The rules that made the decision; empty if the schema makes it. */
  readonly rules: readonly Reference[];
  /** The decision and its rules in one sentence. */
  readonly sentence: Sentence;
}

export interface PlanReasons {
  readonly section: Reason;
  readonly type: Reason;
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

export function reasonsOf(plan: Plan, telling: Telling): PlanReasons {
  const { speaker, names } = telling;
  const { say } = speaker;
  const { because } = plan;
  const reason = (about: string, fact: Sentence, ids: readonly string[]): Reason => {
    const rules = ids.map(names.rule);
    const said = rules.map((rule): Sentence => [rule]);
    const sentence =
      rules.length === 0
        ? say('reason.schema', { fact })
        : say('reason.because', { fact, rules: speaker.list(said, 'conjunction') });
    return { about, fact, rules, sentence: capitalised(sentence, speaker.locale) };
  };
  const type = plan.type ? say('reason.type', { type: names.type(plan.type.key) }) : say('reason.no-type');
  return {
    section: reason(
      'section',
      say(plan.isSectionShown ? 'reason.section-shown' : 'reason.section-hidden'),
      because.section,
    ),
    type: reason('type', type, because.type),
    excludedTypes: Object.fromEntries(
      Object.entries(because.excludedTypes).map(([key, ids]) => [
        key,
        reason('excludedTypes', say('reason.excluded', { type: names.type(key) }), ids),
      ]),
    ),
    eligible: reason(
      'eligible',
      say('reason.eligible', { count: plan.eligibleOffices.length }),
      because.eligible,
    ),
    offered: reason('offered', say('reason.offered', { count: plan.offeredOffices.length }), because.offered),
    ...(plan.recipient !== undefined && {
      recipient: reason(
        'recipient',
        say('reason.recipient', { value: names.recipient(plan.recipient) }),
        because.recipient,
      ),
    }),
    ...(plan.destinations && {
      destinations: reason(
        'destinations',
        say('reason.destinations', {
          values: speaker.list(
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
        factsOf(field, plan, telling).map(([about, fact]) => reason(about, fact, field.because[about])),
      ]),
    ),
    blocks: Object.fromEntries((plan.blocks ?? []).map((block) => [block.name, ofBlock(block)])),
  };

  function ofBlock({ name, visibility, because: ids }: BlockPlan): Reason {
    return reason('visibility', say(`reason.${visibility}`, { field: names.shown(name) }), ids);
  }
}

type About = keyof FieldPlan['because'];

function factsOf(field: FieldPlan, plan: Plan, telling: Telling): readonly (readonly [About, Sentence])[] {
  const { speaker, names } = telling;
  const { visibility, isRequired, fixed, options, limits, bounds, preset, definition, because } = field;
  const of = { field: { ...names.field(field.name), ...(field.label !== '' && labelled(field, telling)) } };
  const here = { ...telling, ...(plan.type && { types: [plan.type.key] }) };
  const facts: (readonly [About, Sentence])[] = [['visibility', speaker.say(`reason.${visibility}`, of)]];
  const add = (about: About, fact: Sentence) => facts.push([about, fact]);
  if (visibility === 'hidden') return facts;
  if (fixed === undefined)
    add('required', speaker.say(isRequired ? 'reason.required' : 'reason.optional', of));
  else add('fixed', speaker.say(`reason.${fixed}`, of));
  if (because.texts.length > 0) add('texts', speaker.say('reason.texts', of));
  if (options)
    add('options', offer(options, speaker.say('reason.options', { ...of, count: options.length }), telling));
  const given = (effect: 'limit' | 'bound', value: unknown) =>
    joinedEffects(sayEffects({ [effect]: { [field.name]: value } }, here), here);
  // A bound that depends on another answer is empty until that answer is entered.
  if (limits && isAny(limits))
    add('limits', speaker.say('reason.limits', { ...of, effects: given('limit', limits) }));
  if (bounds && isAny(bounds))
    add('bounds', speaker.say('reason.bounds', { ...of, effects: given('bound', bounds) }));
  if (preset !== undefined) {
    const key = definition.isCalculated ? 'reason.calculated' : 'reason.preset';
    add('preset', speaker.say(key, { ...of, value: presetOf(field, plan, telling) }));
  }
  return facts;
}

function isAny(decided: object): boolean {
  return Object.keys(decided).length > 0;
}

/** Returns the label that the plan has for a field. The plan's type may have a label of its own. */
function labelled(
  { name, label }: FieldPlan,
  { names, speaker }: Telling,
): Pick<Reference, 'label' | 'said'> | undefined {
  const said = speaker.say('quoted', { text: label }).join('');
  return names.field(name).said === undefined ? undefined : { label, said };
}

const mostNamed = 5;

function offer(options: readonly Option[], fact: Sentence, { speaker, names }: Telling): Sentence {
  if (options.length === 0) return fact;
  const named = options
    .slice(0, mostNamed)
    .map(({ value, label }): Sentence => [names.value(label, String(value))]);
  const all = options.length > mostNamed ? [...named, ['…']] : named;
  return speaker.say('reason.choices', { fact, choices: speaker.list(all, 'conjunction') });
}

function presetOf({ name, preset, options = [] }: FieldPlan, _plan: Plan, telling: Telling): Sentence {
  const isId = typeof preset === 'string' || typeof preset === 'number';
  const option = isId ? options.find(({ value }) => isSameId(value, preset)) : undefined;
  if (option) return [{ ...telling.names.value(option.label, String(option.value)) }];
  return sayConstant(preset, `values.${name}`, telling);
}
