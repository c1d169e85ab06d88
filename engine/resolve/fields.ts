import { type FactValues, factOperand } from '../conditions/condition.ts';
import { fieldText } from '../texts.ts';
import type {
  FieldDefinition,
  FieldPlan,
  Form,
  FormType,
  Json,
  Office,
  Rule,
  Situation,
  UploadLimits,
  Visibility,
} from '../types.ts';
import { normaliseValue } from './normalise-value.ts';
import { findOption, type OfferedOptions, optionsOfChoices, optionsOfSet } from './options.ts';
import { because, type FieldRules, indexRules, matchingRules } from './rule-index.ts';

/** What the fields of a type are decided from. */
export interface FieldsContext {
  readonly form: Form;
  readonly type: FormType;
  readonly situation: Situation;
  readonly textLocale: string;
  readonly offered: readonly Office[];
  /** The facts of the earlier strata; `values.*` are added here. */
  readonly facts: FactValues;
}

/**
 * The fields of a type, decided. A rule that reads `values.x` finds the effective value of x, which is worked out when it is
 * first asked for; `compile` has made sure that no field waits for itself.
 */
export function resolveFields(context: FieldsContext): readonly FieldPlan[] {
  const decided = new Map<string, FieldPlan>();
  const values: Record<string, unknown> = {};
  const facts = { ...context.facts, values };
  const decide = (definition: FieldDefinition): FieldPlan => {
    let field = decided.get(definition.name);
    if (field === undefined) {
      field = resolveField(definition, { ...context, facts });
      decided.set(definition.name, field);
    }
    return field;
  };
  for (const definition of context.type.fields) {
    Object.defineProperty(values, definition.name, { enumerable: true, get: () => decide(definition).value });
  }
  return context.type.fields.map(decide);
}

/**
 * The effective value (docs/behaviour.md, "Effective values"): shown, what was entered if it is offered, else the preset if that
 * is offered, else empty; not shown, the preset if offered, else empty. A list that is still loading offers nothing yet.
 */
function effectiveValue(field: {
  readonly visibility: Visibility;
  readonly entered: Json | undefined;
  readonly preset: Json | undefined;
}): Json | undefined {
  return field.visibility === 'hidden' ? field.preset : (field.entered ?? field.preset);
}

/** How a field stands, by the rules that hide or conceal it: hidden beats concealed beats shown. */
export function visibilityOf(
  rules: FieldRules,
  facts: FactValues,
): { readonly visibility: Visibility; readonly because: readonly string[] } {
  const hiding = matchingRules(rules.hide, facts);
  if (hiding.length > 0) return { visibility: 'hidden', because: because(hiding) };
  const concealing = matchingRules(rules.conceal, facts);
  return { visibility: concealing.length > 0 ? 'concealed' : 'shown', because: because(concealing) };
}

function resolveField(definition: FieldDefinition, context: FieldsContext): FieldPlan {
  const { form, type, textLocale, facts } = context;
  const rules = indexRules(form).ofField(definition.name);
  const { visibility, because: visibilityBecause } = visibilityOf(rules, facts);
  const requiring = matchingRules(rules.require, facts);
  const { offer, because: optionsBecause } = optionsOf(definition, rules, context);
  const presetting = matchingRules(rules.preset, facts);
  const preset = offeredValue(offer, presetValue(definition, presetting, facts));
  const entered = offeredValue(offer, normaliseValue(definition, context.situation.entered[definition.name]));
  const limiting = matchingRules(rules.limit, facts);
  const bounding = matchingRules(rules.bound, facts);
  const value = effectiveValue({ visibility, entered, preset });
  const isRequired = visibility !== 'hidden' && (definition.isRequired || requiring.length > 0);
  return {
    name: definition.name,
    definition,
    visibility,
    isRequired,
    ...fieldTexts(form, type.key, textLocale, definition),
    ...(offer && { options: offer.options }),
    optionsState: offer?.state ?? 'ready',
    ...(limiting.length > 0 && { limits: combinedLimits(definition.name, limiting) }),
    ...(bounding.length > 0 && { bounds: boundsOf(definition.name, bounding, facts) }),
    ...(preset !== undefined && { preset }),
    ...(value !== undefined && { value }),
    because: {
      visibility: visibilityBecause,
      required: because(requiring),
      options: optionsBecause,
      limits: because(limiting),
      bounds: because(bounding),
      preset: because(presetting),
    },
  };
}

/** Label, hint and placeholder: the type's own text, else the field's, for a label else the schema's title, else the name. */
export function fieldTexts(
  form: Form,
  typeKey: string | undefined,
  locale: string,
  { name, title }: FieldDefinition,
) {
  const part = (key: string) => fieldText(form, { typeKey, locale }, name, key);
  const hint = part('hint');
  const placeholder = part('placeholder');
  return {
    label: part('label') ?? title ?? name,
    ...(hint !== undefined && { hint }),
    ...(placeholder !== undefined && { placeholder }),
  };
}

interface FieldOptions {
  readonly offer: OfferedOptions | undefined;
  readonly because: readonly string[];
}

function optionsOf(
  definition: FieldDefinition,
  rules: FieldRules,
  { form, type, situation, textLocale, offered, facts }: FieldsContext,
): FieldOptions {
  const setting = matchingRules(rules.options, facts);
  const set = setting[0]?.then.options?.[definition.name] ?? definition.optionSet;
  if (set !== undefined) return { offer: optionsOfSet(set, situation, offered), because: because(setting) };
  const offer = definition.choices && optionsOfChoices(form, textLocale, type.key, definition);
  return { offer, because: because(setting) };
}

/** The option's own value where there is a list (ids are sent as given), the value itself where there is none. */
function offeredValue(offer: OfferedOptions | undefined, value: Json | undefined): Json | undefined {
  return offer === undefined || value === undefined ? value : findOption(offer.options, value)?.value;
}

function presetValue(
  definition: FieldDefinition,
  rules: readonly Rule[],
  facts: FactValues,
): Json | undefined {
  const preset = rules[0]?.then.preset?.[definition.name] ?? definition.default;
  return normaliseValue(definition, factOrConstant(preset, facts));
}

function boundsOf(
  name: string,
  rules: readonly Rule[],
  facts: FactValues,
): { readonly minimum?: number; readonly maximum?: number } {
  const { minimum, maximum } = rules[0]?.then.bound?.[name] ?? {};
  return {
    ...(minimum !== undefined && { minimum: Number(factOrConstant(minimum, facts)) }),
    ...(maximum !== undefined && { maximum: Number(factOrConstant(maximum, facts)) }),
  };
}

function factOrConstant(operand: unknown, facts: FactValues): unknown {
  const name = factOperand(operand);
  if (name === undefined) return operand;
  return name.split('.').reduce<unknown>((at, part) => (at as FactValues | undefined)?.[part], facts);
}

function combinedLimits(name: string, rules: readonly Rule[]): UploadLimits {
  return rules.flatMap((rule) => rule.then.limit?.[name] ?? []).reduce(stricter, {});
}

function stricter(one: UploadLimits, other: UploadLimits): UploadLimits {
  const types =
    one.types && other.types
      ? one.types.filter((type) => other.types?.includes(type))
      : (one.types ?? other.types);
  return {
    ...smaller('count', one, other),
    ...(types && { types }),
    ...smaller('bytes', one, other),
    ...smaller('timeoutMs', one, other),
  };
}

function smaller(limit: 'count' | 'bytes' | 'timeoutMs', one: UploadLimits, other: UploadLimits) {
  const values = [one[limit], other[limit]].filter((value) => value !== undefined);
  return values.length === 0 ? {} : { [limit]: Math.min(...values) };
}
