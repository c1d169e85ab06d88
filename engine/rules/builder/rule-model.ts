import type { RuleSource } from '../../compile/rules.ts';
import { isObject, isSameJson } from '../../json-schema/values.ts';
import { type EffectOfShape, isEffectName, isEffectOfShape, type KeyedEffect } from '../../model/effects.ts';
import type { Effects } from '../../model/types.ts';
import { findSiteRestriction, type SiteRestriction } from '../sentences/rules.ts';
import {
  type ConditionNode,
  conditionToTree,
  type GivenValue,
  parseGivenValue,
  toOperand,
  treeToCondition,
} from './condition-tree.ts';
import { type ExpressionNode, expressionToTree, treeToExpression } from './expression-tree.ts';

/**
 * A rule as the editor shows it. `toRuleSource` converts it back to the original rule, with its keys in the
 * original order.
 */
export interface RuleModel {
  readonly id: string;
  readonly description: string;
  /** Absent if the rule always applies. */
  readonly when?: ConditionNode;
  readonly effects: readonly EffectModel[];
  /** The id of the rule that it replaces. */
  readonly insteadOf?: string;
  /** The keys of the document, so that their order is preserved. Absent for a new rule. */
  readonly keys?: readonly string[];
}

/** One effect of a rule, on one field at most. */
export type EffectModel =
  | { readonly kind: 'names'; readonly effect: EffectOfShape<'names'>; readonly names: readonly string[] }
  | { readonly kind: 'asks'; readonly effect: EffectOfShape<'condition'>; readonly asked: ConditionNode }
  | {
      readonly kind: 'filter';
      readonly effect: EffectOfShape<'filter'>;
      readonly field: string;
      readonly asked: ConditionNode;
    }
  | {
      readonly kind: 'gives';
      readonly effect: EffectOfShape<'value'>;
      readonly field: string;
      readonly value: GivenValue;
    }
  | {
      readonly kind: 'bounds';
      readonly effect: EffectOfShape<'bounds'>;
      readonly field: string;
      /** The bounds by their names in the document, such as `equals`. */
      readonly bounds: Readonly<Record<string, GivenValue>>;
    }
  | {
      readonly kind: 'word';
      readonly effect: EffectOfShape<'list' | 'text'>;
      readonly field: string;
      /** The name of a list, or the key of a text. */
      readonly word: string;
    }
  | {
      readonly kind: 'calculates';
      readonly effect: EffectOfShape<'calculation'>;
      readonly field: string;
      readonly expression: ExpressionNode;
    }
  | {
      readonly kind: 'limits';
      readonly effect: EffectOfShape<'limits'>;
      readonly field: string;
      /** The limits by their names in the document, such as `count`. */
      readonly limits: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'recipient'; readonly effect: EffectOfShape<'recipient'>; readonly value: GivenValue }
  | { readonly kind: 'flag'; readonly effect: EffectOfShape<'flag'> }
  /** An effect that the editor does not support. It is preserved unchanged. */
  | { readonly kind: 'other'; readonly effect: string; readonly value: unknown };

/**
 * Converts a rule of the documents to a model. Never fails: effects that the editor does not support become
 * models of the kind `other`.
 */
export function toRuleModel(rule: RuleSource): RuleModel {
  const { id, description, when, then, insteadOf } = rule;
  return {
    id,
    description,
    ...('when' in rule && { when: conditionToTree(when) }),
    effects: Object.entries(then).flatMap(([effect, value]) => splitEffectByField(effect, value)),
    ...(insteadOf !== undefined && { insteadOf }),
    keys: Object.keys(rule),
  };
}

/**
 * Converts a model to a rule of the documents. Its keys are in the order of `keys`; new keys get their usual
 * positions if those in `keys` have the usual order, and else come last. Names in `keys` that the model has
 * no value for are ignored.
 */
export function toRuleSource({
  id,
  description,
  when,
  effects,
  insteadOf,
  keys = [],
}: RuleModel): RuleSource {
  const parts: Readonly<Record<string, unknown>> = {
    id,
    description,
    ...(when && { when: treeToCondition(when) }),
    then: mergeEffects(effects),
    ...(insteadOf !== undefined && { insteadOf }),
  };
  const usual = Object.keys(parts);
  const knownKeys = keys.filter((key) => key in parts);
  // If the keys have the usual order, new keys are inserted at their usual positions.
  const isUsual = isSameJson(
    knownKeys,
    usual.filter((key) => knownKeys.includes(key)),
  );
  const order = isUsual ? usual : [...knownKeys, ...usual.filter((key) => !knownKeys.includes(key))];
  return Object.fromEntries(order.map((key) => [key, parts[key]])) as unknown as RuleSource;
}

/**
 * Parses one entry of `then`. An effect with field names as keys gives one model for each field. A value that
 * the editor does not support, even for one field only, gives one model of the kind `other`.
 */
function splitEffectByField(effect: string, value: unknown): readonly EffectModel[] {
  const other: EffectModel = { kind: 'other', effect, value };
  if (!isEffectName(effect)) return [other];
  if (isEffectOfShape(effect, 'names'))
    return [isStringArray(value) ? { kind: 'names', effect, names: value } : other];
  if (isEffectOfShape(effect, 'condition')) return [{ kind: 'asks', effect, asked: conditionToTree(value) }];
  if (isEffectOfShape(effect, 'flag')) return [value === true ? { kind: 'flag', effect } : other];
  if (isEffectOfShape(effect, 'recipient')) {
    const given = parseGivenValue(value);
    return [given ? { kind: 'recipient', effect, value: given } : other];
  }
  if (!isObject(value)) return [other];
  const fields = Object.entries(value).map(([field, given]) => parseFieldEffect(effect, field, given));
  // An effect that is empty, or that does not split by its fields, is preserved unchanged.
  return fields.length === 0 || fields.some((each) => each === undefined)
    ? [other]
    : fields.filter((each) => each !== undefined);
}

/** Parses the value of an effect for one field. Undefined if the editor does not support it. */
function parseFieldEffect(effect: KeyedEffect, field: string, value: unknown): EffectModel | undefined {
  if (isEffectOfShape(effect, 'filter'))
    return { kind: 'filter', effect, field, asked: conditionToTree(value) };
  if (isEffectOfShape(effect, 'value')) {
    const given = parseGivenValue(value);
    return given && { kind: 'gives', effect, field, value: given };
  }
  if (isEffectOfShape(effect, 'bounds')) {
    if (!isObject(value)) return undefined;
    const bounds = Object.entries(value).map(([end, given]) => [end, parseGivenValue(given)] as const);
    return bounds.every(isEntryWithValue)
      ? { kind: 'bounds', effect, field, bounds: Object.fromEntries(bounds) }
      : undefined;
  }
  if (isEffectOfShape(effect, 'calculation'))
    return { kind: 'calculates', effect, field, expression: expressionToTree(value) };
  if (isEffectOfShape(effect, 'limits'))
    return isObject(value) ? { kind: 'limits', effect, field, limits: value } : undefined;
  return typeof value === 'string' ? { kind: 'word', effect, field, word: value } : undefined;
}

/** Returns true if the entry of a bound was parsed to a value. */
function isEntryWithValue(
  entry: readonly [string, GivenValue | undefined],
): entry is readonly [string, GivenValue] {
  return entry[1] !== undefined;
}

function isStringArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/**
 * Builds `then`. Effects of one kind on several fields are merged at the position of the first. Of two
 * effects of one kind on the same field, or of one kind without fields, the last wins.
 */
function mergeEffects(effects: readonly EffectModel[]): Effects {
  const then: Record<string, unknown> = {};
  for (const each of effects) {
    const value = formatEffectValue(each);
    then[each.effect] = 'field' in each ? { ...(then[each.effect] as object), [each.field]: value } : value;
  }
  return then as Effects;
}

/** Converts one effect to its value in `then`; for an effect on a field, to the value for that field. */
function formatEffectValue(effect: EffectModel): unknown {
  switch (effect.kind) {
    case 'names':
      return effect.names;
    case 'asks':
    case 'filter':
      return treeToCondition(effect.asked);
    case 'gives':
    case 'recipient':
      return toOperand(effect.value);
    case 'bounds':
      return Object.fromEntries(Object.entries(effect.bounds).map(([end, value]) => [end, toOperand(value)]));
    case 'word':
      return effect.word;
    case 'calculates':
      return treeToExpression(effect.expression);
    case 'limits':
      return effect.limits;
    case 'flag':
      return true;
    case 'other':
      return effect.value;
  }
}

/**
 * Returns the rule with its effects replaced: it hides the names in `shown` on every site that `shown` does
 * not list. The condition becomes that of `shown`; if only the names differ from `findSiteRestriction(rule)`,
 * it is preserved as it is in the document.
 */
export function applySiteRestriction(rule: RuleSource, shown: SiteRestriction): RuleSource {
  const before = findSiteRestriction(rule);
  const isSame =
    before !== undefined && isSameJson(before.sites, shown.sites) && isSameJson(before.when, shown.when);
  const when = isSame ? rule.when : createOtherSitesCondition(shown);
  const model = toRuleModel({ ...rule, when, then: { hide: [...shown.names] } });
  return toRuleSource({ ...model, keys: Object.keys(rule) });
}

/**
 * Creates the condition that is true on every site except the given ones, if `when` is true as well. Without
 * `when`, only the site decides.
 */
function createOtherSitesCondition({ sites, when }: SiteRestriction): unknown {
  const isOtherSite = { '!': { in: [{ var: 'site.id' }, [...sites]] } };
  if (when === undefined) return isOtherSite;
  const others =
    isObject(when) && Array.isArray(when.and) && Object.keys(when).length === 1 ? when.and : [when];
  return { and: [...others, isOtherSite] };
}
