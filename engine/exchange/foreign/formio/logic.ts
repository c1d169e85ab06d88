import { asList, asObject, isObject, toText } from '../../../json-schema/values.ts';
import { type Translated, translated, untranslated } from '../expressions/expression.ts';
import { parseScript } from '../expressions/parse-expression.ts';
import { negate, toCondition } from '../expressions/to-condition.ts';
import type { ConditionPart, RuleInput } from '../form-parts.ts';
import { type ElementReader, extendPointer, quoteValue } from '../report.ts';
import { createConditionalPart, readJsonLogic, translateScript } from './conditions.ts';
import { createDataLookup, type FormioContext, type FormioPlace, isBlank } from './context.ts';

interface LogicRule {
  readonly effect: RuleInput['effect'];
  readonly part: ConditionPart;
  /** The pointer of the action. */
  readonly pointer: string;
}

/** The rules of one component that its `logic` became, and what they decide instead of its properties. */
export interface ComponentLogic {
  readonly rules: readonly LogicRule[];
  /** Values that the component gets while a condition is true. */
  readonly values: readonly { readonly value: string | number | boolean; readonly part: ConditionPart }[];
  /** True if a rule shows the component, which is hidden otherwise. */
  readonly isShown: boolean;
  /** True if a rule enables the component, which is disabled otherwise. */
  readonly isEnabled: boolean;
  /** True if rules decide when the component is required. */
  readonly isRequiredByRule: boolean;
}

/** A property that an action of `logic` sets, with the effects of `true` and `false`. */
interface SwitchedProperty {
  readonly effects: Readonly<Record<'true' | 'false', RuleInput['effect']>>;
  /** Returns the value of the property without the action. */
  readonly read: (source: Readonly<Record<string, unknown>>) => boolean;
  /** True if "false" is written as the negated condition of the effect. */
  readonly isNegated?: true;
}

const switchedProperties: ReadonlyMap<string, SwitchedProperty> = new Map([
  ['hidden', { effects: { true: 'hide', false: 'show' }, read: ({ hidden }) => hidden === true }],
  ['disabled', { effects: { true: 'disable', false: 'enable' }, read: ({ disabled }) => disabled === true }],
  [
    'validate.required',
    {
      effects: { true: 'require', false: 'require' },
      read: ({ validate }) => asObject(validate).required === true,
      isNegated: true,
    },
  ],
]);

const noLogic: ComponentLogic = {
  rules: [],
  values: [],
  isShown: false,
  isEnabled: false,
  isRequiredByRule: false,
};

/** Reads `logic`: triggers with the properties and values that they set. Reports each of them. */
export function readLogic(reader: ElementReader, context: FormioContext, place: FormioPlace): ComponentLogic {
  if (isBlank(reader.source.logic)) {
    reader.ignore('logic', 'it is empty');
    return noLogic;
  }
  const logic = asList(reader.source.logic)
    .map((each, index) => readOneLogic(asObject(each), reader.at('logic', index), reader, context, place))
    .reduce(joinLogic, noLogic);
  if (isEmptyLogic(logic)) reader.leaveOut('logic', 'it sets nothing that a rule can set', 'write rules');
  else reader.change('logic', 'rules');
  return logic;
}

function isEmptyLogic({ rules, values }: ComponentLogic): boolean {
  return rules.length === 0 && values.length === 0;
}

function joinLogic(one: ComponentLogic, other: ComponentLogic): ComponentLogic {
  return {
    rules: [...one.rules, ...other.rules],
    values: [...one.values, ...other.values],
    isShown: one.isShown || other.isShown,
    isEnabled: one.isEnabled || other.isEnabled,
    isRequiredByRule: one.isRequiredByRule || other.isRequiredByRule,
  };
}

function readOneLogic(
  { name, trigger, actions }: Readonly<Record<string, unknown>>,
  pointer: string,
  { element, source }: ElementReader,
  { lines, ...context }: FormioContext,
  place: FormioPlace,
): ComponentLogic {
  const property = `logic ${quoteValue(typeof name === 'string' ? name : '')}`;
  lines.set({ pointer, element, property, outcome: 'changed', became: 'a rule' });
  const part = toTriggerPart(asObject(trigger), pointer, { lines, ...context }, place);
  const logic = asList(actions)
    .map((action, index) => {
      const at = extendPointer(pointer, 'actions', index);
      const own = part.ok ? readAction(asObject(action), at, part.value, source) : part;
      if (own.ok) return own.value;
      lines.set({
        pointer: at,
        element,
        property: `${property}, action ${index + 1}`,
        outcome: 'left-out',
        reason: own.reason,
        remedy: 'write a rule',
      });
      return noLogic;
    })
    .reduce(joinLogic, noLogic);
  if (isEmptyLogic(logic))
    lines.set({
      pointer,
      element,
      property,
      outcome: 'left-out',
      reason: 'it sets nothing that a rule can set',
    });
  return logic;
}

/** Returns the condition of a trigger: a simple condition, JsonLogic or a script. */
function toTriggerPart(
  trigger: Readonly<Record<string, unknown>>,
  pointer: string,
  context: FormioContext,
  place: FormioPlace,
): Translated<ConditionPart> {
  const { simple, json, javascript } = trigger;
  switch (trigger.type) {
    case 'simple':
      return isObject(simple)
        ? translated(createConditionalPart(simple, pointer, context, place))
        : untranslated('its trigger has no condition');
    case 'json':
      return translated({
        pointer,
        source: JSON.stringify(json) ?? '',
        translate() {
          const logic = readJsonLogic(json);
          return logic.ok ? toCondition(logic.value, createDataLookup(context, place)) : logic;
        },
      });
    case 'javascript':
      return translated({
        pointer,
        source: toText(javascript ?? ''),
        translate: () => translateScript(toText(javascript ?? ''), 'result', context, place),
      });
    default:
      return untranslated(`rules have conditions, and no trigger "${toText(trigger.type ?? '')}"`);
  }
}

/** Returns what an action changes, or the reason why it changes nothing. */
function readAction(
  action: Readonly<Record<string, unknown>>,
  pointer: string,
  part: ConditionPart,
  source: Readonly<Record<string, unknown>>,
): Translated<ComponentLogic> {
  if (action.type === 'value') {
    const parsed = parseScript(toText(action.value ?? ''), 'value');
    return parsed.ok && parsed.value.kind === 'constant' && parsed.value.value !== null
      ? translated({ ...noLogic, values: [{ value: parsed.value.value, part }] })
      : untranslated('its value is no constant, and scripts are never run');
  }
  if (action.type !== 'property') return untranslated(`rules have no action "${toText(action.type ?? '')}"`);
  const name = toText(asObject(action.property).value ?? '');
  const switched = switchedProperties.get(name);
  if (switched === undefined) return untranslated(`rules do not set "${name}"`);
  const isOn = action.state === true || action.state === 'true';
  const isSame = switched.read(source) === isOn;
  if (isSame) return untranslated(`"${name}" is ${isOn} without it, too`);
  const effect = switched.effects[isOn ? 'true' : 'false'];
  const own: ConditionPart =
    switched.isNegated && !isOn ? { ...part, translate: () => negate(part.translate()) } : part;
  return translated({
    ...noLogic,
    rules: [{ effect, part: own, pointer }],
    isShown: effect === 'show',
    isEnabled: effect === 'enable',
    isRequiredByRule: effect === 'require',
  });
}
