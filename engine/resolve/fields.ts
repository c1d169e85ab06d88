import { compared } from '../conditions/compare.ts';
import { type FactValues, operandValue } from '../conditions/condition.ts';
import { firstText, textKeys } from '../texts.ts';
import type {
  Bounds,
  Condition,
  FieldDefinition,
  FieldPlan,
  Form,
  FormType,
  Json,
  Office,
  Option,
  Rule,
  Situation,
  UploadLimits,
  Visibility,
} from '../types.ts';
import { calculated } from './calculate.ts';
import type { FieldTexts } from './field-texts.ts';
import { normaliseValue } from './normalise-value.ts';
import {
  type OfferedOptions,
  offeredOf,
  optionsOfChoices,
  optionsOfSet,
  satisfyingOptions,
} from './options.ts';
import { because, type FieldRules, indexRules, matchingRules } from './rule-index.ts';
import { tidyText } from './tidy-text.ts';

/** The inputs that are the same for all fields of a type. */
export interface FieldsContext {
  readonly form: Form;
  readonly type: FormType;
  readonly situation: Situation;
  readonly textLocale: string;
  readonly offered: readonly Office[];
  /** The facts of the earlier strata. `values.*` are added later. */
  readonly facts: FactValues;
}

/** The same inputs when the values of other fields can be read. */
export interface FieldContext extends FieldsContext {
  readonly textsOf: (definition: FieldDefinition) => FieldTexts;
}

/**
 * Returns the effective value (docs/behaviour.md, "Effective values"). Shown: the entered value if it is
 * offered, nothing if the visitor emptied the field, else the preset if it is offered. Hidden: the preset if
 * it is offered. A list that is still loading offers nothing yet.
 */
function effectiveValue(field: {
  readonly visibility: Visibility;
  readonly entered: Json | undefined;
  readonly isEmptied: boolean;
  readonly preset: Json | undefined;
}): Json | undefined {
  if (field.visibility === 'hidden') return field.preset;
  return field.isEmptied ? undefined : (field.entered ?? field.preset);
}

/**
 * Returns the visibility of a field or block by its rules: hidden takes precedence over concealed, and
 * concealed over shown.
 */
export function visibilityOf(
  rules: FieldRules,
  facts: FactValues,
): { readonly visibility: Visibility; readonly because: readonly string[] } {
  const hiding = matchingRules(rules.hide, facts);
  if (hiding.length > 0) return { visibility: 'hidden', because: because(hiding) };
  const showing = matchingRules(rules.show, facts);
  if (rules.show && showing.length === 0) return { visibility: 'hidden', because: because(rules.show) };
  const concealing = matchingRules(rules.conceal, facts);
  return concealing.length > 0
    ? { visibility: 'concealed', because: because(concealing) }
    : { visibility: 'shown', because: because(showing) };
}

/**
 * Decides if visitors can change a field. Disabled takes precedence over read-only. No rule enables a field
 * that its documents fix.
 */
function fixedBy(
  definition: FieldDefinition,
  rules: FieldRules,
  facts: FactValues,
): { readonly fixed: FieldPlan['fixed']; readonly because: readonly string[] } {
  const disabling = matchingRules(rules.disable, facts);
  const enabling = matchingRules(rules.enable, facts);
  const isDecided = disabling.length > 0 || enabling.length > 0;
  const stopping = isDecided ? disabling : (rules.enable ?? []);
  if (definition.fixed !== 'disabled' && stopping.length > 0)
    return { fixed: 'disabled', because: because(stopping) };
  const reading = definition.fixed === undefined ? matchingRules(rules.readonly, facts) : [];
  return reading.length > 0
    ? { fixed: 'readonly', because: because(reading) }
    : { fixed: definition.fixed, because: because(enabling) };
}

export function resolveField(
  definition: FieldDefinition,
  { offer, because: optionsBecause }: FieldOptions,
  context: FieldContext,
): FieldPlan {
  const { form, facts } = context;
  const rules = indexRules(form).ofField(definition.name);
  const { visibility, because: visibilityBecause } = visibilityOf(rules, facts);
  const requiring = matchingRules(rules.require, facts);
  const presetting = matchingRules(definition.isCalculated ? rules.calculate : rules.preset, facts);
  const offered = (value: Json | undefined) => (offer ? offeredOf(offer.options, value, definition) : value);
  const preset = offered(presetValue(definition, presetting, facts));
  const { fixed, because: fixedBecause } = fixedBy(definition, rules, facts);
  const given = fixed === undefined ? context.situation.entered[definition.name] : undefined;
  const normalised = normaliseValue(definition, given, {
    locale: context.situation.locale,
    schema: context.type.schema,
  });
  const entered = unmatchedText(definition, given) ?? offered(normalised);
  const limiting = matchingRules(rules.limit, facts);
  const bounding = matchingRules(rules.bound, facts);
  const isEmptied = given !== undefined && (entered ?? normalised) === undefined;
  const value = effectiveValue({ visibility, entered, isEmptied, preset });
  // A rule can only require a field that visitors can change.
  const isAsked = fixed === undefined && requiring.length > 0;
  const isRequired = visibility !== 'hidden' && (definition.isRequired || isAsked);
  const naming = [matchingRules(rules.label, facts), matchingRules(rules.hint, facts)] as const;
  return {
    name: definition.name,
    definition,
    visibility,
    isRequired,
    ...(fixed && { fixed }),
    ...context.textsOf(definition),
    ...ruledTexts(definition.name, naming, context),
    ...(offer && { options: offer.options }),
    ...(definition.branchChoices && {
      branchOptions: branchOptions(definition.branchChoices, definition, context),
    }),
    optionsState: offer?.state ?? 'ready',
    ...(limiting.length > 0 && { limits: combinedLimits(definition.name, limiting) }),
    ...(bounding.length > 0 && { bounds: boundsOf(definition, bounding, facts) }),
    ...(preset !== undefined && { preset }),
    ...(value !== undefined && { value }),
    because: {
      visibility: visibilityBecause,
      required: isAsked ? because(requiring) : [],
      fixed: fixedBecause,
      texts: because(naming.flat()),
      options: optionsBecause,
      limits: because(limiting),
      bounds: because(bounding),
      preset: because(presetting),
    },
  };
}

/**
 * Returns the label and the hint that rules choose. A text of the type takes precedence over the general one.
 */
function ruledTexts(
  name: string,
  [labelling, hinting]: readonly [readonly Rule[], readonly Rule[]],
  { form, type, textLocale }: FieldsContext,
) {
  const textOf = (key: string | undefined) =>
    key === undefined ? undefined : (firstText(form, textLocale, textKeys(type.key, key)) ?? key);
  const label = textOf(labelling[0]?.then.label?.[name]);
  const hint = textOf(hinting[0]?.then.hint?.[name]);
  return { ...(label !== undefined && { label }), ...(hint !== undefined && { hint }) };
}

/** The options of a field and the rules that decided them. Without `offer` any value is allowed. */
export interface FieldOptions {
  readonly offer: OfferedOptions | undefined;
  readonly because: readonly string[];
}

export function optionsOf(
  definition: FieldDefinition,
  { form, type, situation, textLocale, offered, facts }: FieldsContext,
): FieldOptions {
  const rules = indexRules(form).ofField(definition.name);
  const filtering = matchingRules(rules.filter, facts);
  const setting = matchingRules(rules.options, facts);
  const set = setting[0]?.then.options?.[definition.name] ?? definition.optionSet;
  const all =
    set !== undefined
      ? optionsOfSet(set, situation, offered)
      : definition.choices && optionsOfChoices(form, textLocale, type.key, definition);
  const conditions = filtering.flatMap(({ then }): readonly Condition[] => {
    const condition = then.filter?.[definition.name];
    return condition === undefined ? [] : [condition];
  });
  return {
    offer: all && satisfyingOptions(all, conditions, facts),
    because: because([...setting, ...filtering]),
  };
}

function branchOptions(
  choices: readonly (string | number)[],
  definition: FieldDefinition,
  { form, type, textLocale }: FieldsContext,
): readonly Option[] {
  return optionsOfChoices(form, textLocale, type.key, { ...definition, choices }).options;
}

/**
 * Returns a typed text that matches no option: `{typed: 'Portsmuth'}`. It stays the field's value, so that
 * `judgePlan` reports it. An option that is no longer offered counts as empty.
 */
function unmatchedText({ widget }: FieldDefinition, entered: unknown): string | undefined {
  const typed: unknown = widget === 'autocomplete' ? Object(entered).typed : undefined;
  return typeof typed === 'string' ? tidyText(typed) || undefined : undefined;
}

function presetValue(
  definition: FieldDefinition,
  rules: readonly Rule[],
  facts: FactValues,
): Json | undefined {
  const { preset: presets, calculate } = rules[0]?.then ?? {};
  if (definition.isCalculated) return calculated(definition, calculate?.[definition.name], facts);
  const preset = presets?.[definition.name];
  const given = preset === undefined ? definition.default : operandValue(preset, facts);
  return normaliseValue(definition, given);
}

/**
 * Returns the bounds that are known. A bound that another answer gives is missing until that answer exists
 * and can be read.
 */
function boundsOf({ name, temporal }: FieldDefinition, rules: readonly Rule[], facts: FactValues): Bounds {
  const { minimum, maximum, equals } = rules[0]?.then.bound?.[name] ?? {};
  const [low, high] = [operandValue(minimum, facts), operandValue(maximum, facts)];
  const same = operandValue(equals, facts);
  return {
    ...(isScalar(same) && { equals: same }),
    ...(isBound(low, temporal) && { minimum: low }),
    ...(isBound(high, temporal) && { maximum: high }),
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isBound(value: unknown, temporal: FieldDefinition['temporal']): value is number | string {
  return compared(value, value, temporal) !== undefined;
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
