import { type FactValues, getOperandValue } from '../conditions/condition.ts';
import { compareValues } from '../model/compare-values.ts';
import type {
  Bounds,
  Condition,
  FieldDefinition,
  FieldPlan,
  Form,
  FormType,
  Json,
  Option,
  Rule,
  Situation,
  UploadLimits,
  Visibility,
} from '../model/types.ts';
import { getWidgetLimits } from '../model/uploads.ts';
import type { NarrowedItem } from '../preset/model.ts';
import { findText, listTextKeys } from '../texts/texts.ts';
import { tidyText } from '../texts/tidy-text.ts';
import { calculateValue } from './calculate.ts';
import type { FieldTexts } from './field-texts.ts';
import { normaliseValue } from './normalise-value.ts';
import {
  filterOptions,
  findOfferedValue,
  type OfferedOptions,
  resolveOptionSet,
  toChoiceOptions,
} from './options.ts';
import { getRuleIds, indexRules, type RulesByEffect, selectMatchingRules } from './rule-index.ts';

/** The inputs that are the same for all fields of a type. */
export interface FieldDecisionInputs {
  readonly form: Form;
  readonly type: FormType;
  readonly situation: Situation;
  readonly textLocale: string;
  /** The offered items of the narrowed list. */
  readonly offered: readonly NarrowedItem[];
  /** The facts of the earlier strata. `values.*` are added later. */
  readonly facts: FactValues;
}

/** The same inputs when the values of other fields can be read. */
export interface FieldDecisionContext extends FieldDecisionInputs {
  readonly getTexts: (definition: FieldDefinition) => FieldTexts;
}

/**
 * Returns the effective value (docs/behaviour.md, "Effective values"). Hidden: the preset. Shown or
 * concealed: nothing if the visitor emptied the field, else the entered value, else the preset. The caller
 * has limited both values to what is offered.
 */
function getEffectiveValue(field: {
  readonly visibility: Visibility;
  readonly entered: Json | undefined;
  readonly isEmptied: boolean;
  readonly preset: Json | undefined;
}): Json | undefined {
  if (field.visibility === 'hidden') return field.preset;
  return field.isEmptied ? undefined : (field.entered ?? field.preset);
}

/**
 * Returns the visibility of a field or block by its rules, with the ids of the rules that decided it: hidden
 * takes precedence over concealed, and concealed over shown. If rules show the field and none of them
 * matches, it is hidden, and all of them are named.
 */
export function decideVisibility(
  rules: RulesByEffect,
  facts: FactValues,
): { readonly visibility: Visibility; readonly because: readonly string[] } {
  const hiding = selectMatchingRules(rules.hide, facts);
  if (hiding.length > 0) return { visibility: 'hidden', because: getRuleIds(hiding) };
  const showing = selectMatchingRules(rules.show, facts);
  if (rules.show && showing.length === 0) return { visibility: 'hidden', because: getRuleIds(rules.show) };
  const concealing = selectMatchingRules(rules.conceal, facts);
  return concealing.length > 0
    ? { visibility: 'concealed', because: getRuleIds(concealing) }
    : { visibility: 'shown', because: getRuleIds(showing) };
}

/**
 * Returns `disabled` or `readonly` for a field that visitors cannot change, else undefined, with the ids of
 * the rules that decided it. A matching rule with `disable` disables the field. Rules with `enable` also
 * disable it as long as none of them matches. Disabled takes precedence over read-only. No rule enables a
 * field that its documents disable or make read-only.
 */
function decideFixed(
  definition: FieldDefinition,
  rules: RulesByEffect,
  facts: FactValues,
): { readonly fixed: FieldPlan['fixed']; readonly because: readonly string[] } {
  const disabling = selectMatchingRules(rules.disable, facts);
  const enabling = selectMatchingRules(rules.enable, facts);
  const isDecided = disabling.length > 0 || enabling.length > 0;
  const stopping = isDecided ? disabling : (rules.enable ?? []);
  if (definition.fixed !== 'disabled' && stopping.length > 0)
    return { fixed: 'disabled', because: getRuleIds(stopping) };
  const reading = definition.fixed === undefined ? selectMatchingRules(rules.readonly, facts) : [];
  return reading.length > 0
    ? { fixed: 'readonly', because: getRuleIds(reading) }
    : { fixed: definition.fixed, because: getRuleIds(enabling) };
}

/** The reasons of a field about which no rule decides anything. */
export const noReasons: FieldPlan['because'] = {
  visibility: [],
  required: [],
  fixed: [],
  texts: [],
  options: [],
  limits: [],
  bounds: [],
  preset: [],
};

/**
 * Returns the plan of a field in one situation: the properties that its matching rules decide, its preset and
 * its effective value. A fixed field ignores what was entered. Of the preset and the entered value only what
 * the options offer remains, besides the text from `getUnmatchedText`. Rules require a field only if visitors
 * can change it.
 */
export function resolveField(
  definition: FieldDefinition,
  { offer, because: optionsBecause }: FieldOptions,
  context: FieldDecisionContext,
): FieldPlan {
  const { form, facts } = context;
  const rules = indexRules(form).getFieldRules(definition.name);
  const { visibility, because: visibilityBecause } = decideVisibility(rules, facts);
  const requiring = selectMatchingRules(rules.require, facts);
  const presetting = selectMatchingRules(definition.isCalculated ? rules.calculate : rules.preset, facts);
  /** Returns the part of a value that the options offer; the whole value of a field without options. */
  const findOffered = (value: Json | undefined) =>
    offer ? findOfferedValue(offer.options, value, definition) : value;
  const preset = findOffered(getPresetValue(definition, presetting, facts));
  const { fixed, because: fixedBecause } = decideFixed(definition, rules, facts);
  const given = fixed === undefined ? context.situation.entered[definition.name] : undefined;
  const normalised = normaliseValue(definition, given, {
    locale: context.situation.locale,
    schema: context.type.schema,
  });
  const entered = getUnmatchedText(definition, given) ?? findOffered(normalised);
  const limiting = selectMatchingRules(rules.limit, facts);
  const bounding = selectMatchingRules(rules.bound, facts);
  const isEmptied = given !== undefined && (entered ?? normalised) === undefined;
  const value = getEffectiveValue({ visibility, entered, isEmptied, preset });
  // A rule can only require a field that visitors can change.
  const isAsked = fixed === undefined && requiring.length > 0;
  const isRequired = visibility !== 'hidden' && (definition.isRequired || isAsked);
  const naming = [selectMatchingRules(rules.label, facts), selectMatchingRules(rules.hint, facts)] as const;
  const limits = getStrictestLimits(definition, limiting);
  return {
    name: definition.name,
    definition,
    visibility,
    isRequired,
    ...(fixed && { fixed }),
    ...context.getTexts(definition),
    ...findRuleTexts(definition.name, naming, context),
    ...(offer && { options: offer.options }),
    ...(definition.branchChoices && {
      branchOptions: listBranchOptions(definition.branchChoices, definition, context),
    }),
    optionsState: offer?.state ?? 'ready',
    ...(limits && { limits }),
    ...(bounding.length > 0 && { bounds: decideBounds(definition, bounding, facts) }),
    ...(preset !== undefined && { preset }),
    ...(value !== undefined && { value }),
    because: {
      visibility: visibilityBecause,
      required: isAsked ? getRuleIds(requiring) : [],
      fixed: fixedBecause,
      texts: getRuleIds(naming.flat()),
      options: optionsBecause,
      limits: getRuleIds(limiting),
      bounds: getRuleIds(bounding),
      preset: getRuleIds(presetting),
    },
  };
}

/**
 * Returns the label and the hint that the first matching rules choose, each absent if none does. A text of
 * the type takes precedence over the general one; a key without a text is used as the text.
 */
function findRuleTexts(
  name: string,
  [labelling, hinting]: readonly [readonly Rule[], readonly Rule[]],
  { form, type, textLocale }: FieldDecisionInputs,
) {
  const findRuleText = (key: string | undefined) =>
    key === undefined ? undefined : (findText(form, textLocale, listTextKeys(type.key, key)) ?? key);
  const label = findRuleText(labelling[0]?.then.label?.[name]);
  const hint = findRuleText(hinting[0]?.then.hint?.[name]);
  return { ...(label !== undefined && { label }), ...(hint !== undefined && { hint }) };
}

/** The options of a field and the rules that decided them. Without `offer` any value is allowed. */
export interface FieldOptions {
  readonly offer: OfferedOptions | undefined;
  readonly because: readonly string[];
}

/**
 * Returns the options that a field offers after all matching filters: from the option set of the first
 * matching rule, else of the field, else its own choices. `offer` is undefined if it has neither. `because`
 * has the rules that name an option set and those that filter.
 */
export function decideOptions(
  definition: FieldDefinition,
  { form, type, situation, textLocale, offered, facts }: FieldDecisionInputs,
): FieldOptions {
  const rules = indexRules(form).getFieldRules(definition.name);
  const filtering = selectMatchingRules(rules.filter, facts);
  const setting = selectMatchingRules(rules.options, facts);
  const set = setting[0]?.then.options?.[definition.name] ?? definition.optionSet;
  const all =
    set !== undefined
      ? resolveOptionSet(set, situation, offered)
      : definition.choices && toChoiceOptions(form, textLocale, type.key, definition);
  const conditions = filtering.flatMap(({ then }): readonly Condition[] => {
    const condition = then.filter?.[definition.name];
    return condition === undefined ? [] : [condition];
  });
  return {
    offer: all && filterOptions(all, conditions, facts),
    because: getRuleIds([...setting, ...filtering]),
  };
}

/**
 * Returns as options, with their labels, the choices that only branches of the schema offer.
 * @param choices These choices.
 */
function listBranchOptions(
  choices: readonly (string | number)[],
  definition: FieldDefinition,
  { form, type, textLocale }: FieldDecisionInputs,
): readonly Option[] {
  return toChoiceOptions(form, textLocale, type.key, { ...definition, choices }).options;
}

/**
 * Returns the text that was typed in an autocomplete field and matches no option, without white space at its
 * ends: `Portsmuth` for `{typed: 'Portsmuth'}`. It becomes the value of the field, so that `judgePlan`
 * reports it. Returns undefined for a blank text, for an option, even if it is no longer offered, and for any
 * other widget.
 */
function getUnmatchedText({ widget }: FieldDefinition, entered: unknown): string | undefined {
  const typed: unknown = widget === 'autocomplete' ? Object(entered).typed : undefined;
  return typeof typed === 'string' ? tidyText(typed) || undefined : undefined;
}

/**
 * Returns the calculated value of a calculated field. For any other field, returns the preset of the first
 * rule, else the schema's default. The value is normalised; undefined if there is none.
 * @param rules The matching rules that calculate or preset the field.
 */
function getPresetValue(
  definition: FieldDefinition,
  rules: readonly Rule[],
  facts: FactValues,
): Json | undefined {
  const { preset: presets, calculate } = rules[0]?.then ?? {};
  if (definition.isCalculated) return calculateValue(definition, calculate?.[definition.name], facts);
  const preset = presets?.[definition.name];
  const given = preset === undefined ? definition.default : getOperandValue(preset, facts);
  return normaliseValue(definition, given);
}

/**
 * Returns the bounds of the first matching rule as far as they are known. A bound from another answer is left
 * out until that answer exists and can be read.
 * @param rules The matching rules.
 */
function decideBounds(
  { name, temporal }: FieldDefinition,
  rules: readonly Rule[],
  facts: FactValues,
): Bounds {
  const { minimum, maximum, equals } = rules[0]?.then.bound?.[name] ?? {};
  const [low, high] = [getOperandValue(minimum, facts), getOperandValue(maximum, facts)];
  const same = getOperandValue(equals, facts);
  return {
    ...(isScalar(same) && { equals: same }),
    ...(isBound(low, temporal) && { minimum: low }),
    ...(isBound(high, temporal) && { maximum: high }),
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns true for a number or a text that can be compared with the values of the field. */
function isBound(value: unknown, temporal: FieldDefinition['temporal']): value is number | string {
  return compareValues(value, value, temporal) !== undefined;
}

/**
 * Returns the limits of the widget and of all matching rules together: the smallest numbers, and the types
 * that all of them accept. A limit that none of them sets is absent. Returns undefined if there are no limits.
 * @param rules The matching rules.
 */
function getStrictestLimits(
  { name, widget }: FieldDefinition,
  rules: readonly Rule[],
): UploadLimits | undefined {
  const own = getWidgetLimits(widget);
  if (rules.length === 0) return own;
  return rules.flatMap((rule) => rule.then.limit?.[name] ?? []).reduce(intersectLimits, own ?? {});
}

/**
 * Returns the smaller of each number, and the types that both accept; those of the only one that names types.
 */
function intersectLimits(one: UploadLimits, other: UploadLimits): UploadLimits {
  const types =
    one.types && other.types
      ? one.types.filter((type) => other.types?.includes(type))
      : (one.types ?? other.types);
  return {
    ...pickSmallerLimit('count', one, other),
    ...(types && { types }),
    ...pickSmallerLimit('bytes', one, other),
    ...pickSmallerLimit('timeoutMs', one, other),
  };
}

/** Returns an object with the smaller of two limits, or the only one; an empty object if there is none. */
function pickSmallerLimit(limit: 'count' | 'bytes' | 'timeoutMs', one: UploadLimits, other: UploadLimits) {
  const values = [one[limit], other[limit]].filter((value) => value !== undefined);
  return values.length === 0 ? {} : { [limit]: Math.min(...values) };
}
