import type { RuleSource } from '../compile/rules.ts';
import { keyedEffects, listingEffects } from '../effects.ts';
import { isObject, isSameJson } from '../json-schema/values.ts';
import type { Effects } from '../types.ts';
import { type ShownOnly, shownOnlyOn } from '../words/rules.ts';
import {
  type ConditionNode,
  conditionOf,
  type GivenValue,
  givenOf,
  operandOf,
  treeOf,
} from './condition-tree.ts';
import { type ExpressionNode, expressionOf, expressionTreeOf } from './expression-tree.ts';

/** A rule as an editor edits it. `ruleOf` gives back what it was made of, its keys in their order. */
export interface RuleModel {
  readonly id: string;
  readonly description: string;
  /** Where it applies; absent: everywhere. */
  readonly when?: ConditionNode;
  readonly effects: readonly EffectModel[];
  /** The rule in whose place it stands. */
  readonly insteadOf?: string;
  /** Keys as the document has them, so that they keep an order of their own; a new rule has none. */
  readonly keys?: readonly string[];
}

type ListingEffect = (typeof listingEffects)[number] | 'excludeTypes' | 'destinations';
type AskingEffect = 'preferTypes' | 'eligible' | 'offer';

/** One thing that a rule does. */
export type EffectModel =
  | { readonly kind: 'names'; readonly effect: ListingEffect; readonly names: readonly string[] }
  | { readonly kind: 'asks'; readonly effect: AskingEffect; readonly asked: ConditionNode }
  | {
      readonly kind: 'filter';
      readonly effect: 'filter';
      readonly field: string;
      readonly asked: ConditionNode;
    }
  | { readonly kind: 'gives'; readonly effect: 'preset'; readonly field: string; readonly value: GivenValue }
  | {
      readonly kind: 'bounds';
      readonly effect: 'bound';
      readonly field: string;
      readonly bounds: Readonly<Record<string, GivenValue>>;
    }
  | {
      readonly kind: 'word';
      readonly effect: 'options' | 'label' | 'hint';
      readonly field: string;
      /** The name of a list, or the key of a text. */
      readonly word: string;
    }
  | {
      readonly kind: 'calculates';
      readonly effect: 'calculate';
      readonly field: string;
      readonly expression: ExpressionNode;
    }
  | {
      readonly kind: 'limits';
      readonly effect: 'limit';
      readonly field: string;
      readonly limits: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'recipient'; readonly effect: 'recipient'; readonly value: GivenValue }
  | { readonly kind: 'flag'; readonly effect: 'hideSection' }
  /** What no editor can edit, and nothing changes. */
  | { readonly kind: 'other'; readonly effect: string; readonly value: unknown };

/** The model of a rule, as documents write it. */
export function modelOf(rule: RuleSource): RuleModel {
  const { id, description, when, then, insteadOf } = rule;
  return {
    id,
    description,
    ...('when' in rule && { when: treeOf(when) }),
    effects: Object.entries(then).flatMap(([effect, value]) => effectsOf(effect, value)),
    ...(insteadOf !== undefined && { insteadOf }),
    keys: Object.keys(rule),
  };
}

/** The rule of a model. */
export function ruleOf({ id, description, when, effects, insteadOf, keys = [] }: RuleModel): RuleSource {
  const parts: Readonly<Record<string, unknown>> = {
    id,
    description,
    ...(when && { when: conditionOf(when) }),
    then: thenOf(effects),
    ...(insteadOf !== undefined && { insteadOf }),
  };
  const usual = Object.keys(parts);
  const kept = keys.filter((key) => key in parts);
  // What is new in a rule of the usual order stands where it does in every other.
  const isUsual = isSameJson(
    kept,
    usual.filter((key) => kept.includes(key)),
  );
  const order = isUsual ? usual : [...kept, ...usual.filter((key) => !kept.includes(key))];
  return Object.fromEntries(order.map((key) => [key, parts[key]])) as unknown as RuleSource;
}

function effectsOf(effect: string, value: unknown): readonly EffectModel[] {
  const other: EffectModel = { kind: 'other', effect, value };
  if (isListing(effect)) return [isNames(value) ? { kind: 'names', effect, names: value } : other];
  if (effect === 'preferTypes' || effect === 'eligible' || effect === 'offer')
    return [{ kind: 'asks', effect, asked: treeOf(value) }];
  if (effect === 'hideSection') return [value === true ? { kind: 'flag', effect } : other];
  if (effect === 'recipient') {
    const given = givenOf(value);
    return [given ? { kind: 'recipient', effect, value: given } : other];
  }
  if (!isKeyed(effect) || !isObject(value)) return [other];
  const fields = Object.entries(value).map(([field, given]) => effectOnField(effect, field, given));
  // What is empty, or cannot be told apart by its fields, stays as it is.
  return fields.length === 0 || fields.some((each) => each === undefined)
    ? [other]
    : fields.filter((each) => each !== undefined);
}

function effectOnField(
  effect: (typeof keyedEffects)[number],
  field: string,
  value: unknown,
): EffectModel | undefined {
  switch (effect) {
    case 'filter':
      return { kind: 'filter', effect, field, asked: treeOf(value) };
    case 'preset': {
      const given = givenOf(value);
      return given && { kind: 'gives', effect, field, value: given };
    }
    case 'bound': {
      if (!isObject(value)) return undefined;
      const bounds = Object.entries(value).map(([end, given]) => [end, givenOf(given)] as const);
      return bounds.every(isGiven)
        ? { kind: 'bounds', effect, field, bounds: Object.fromEntries(bounds) }
        : undefined;
    }
    case 'options':
    case 'label':
    case 'hint':
      return typeof value === 'string' ? { kind: 'word', effect, field, word: value } : undefined;
    case 'calculate':
      return { kind: 'calculates', effect, field, expression: expressionTreeOf(value) };
    case 'limit':
      return isObject(value) ? { kind: 'limits', effect, field, limits: value } : undefined;
  }
}

function isGiven(entry: readonly [string, GivenValue | undefined]): entry is readonly [string, GivenValue] {
  return entry[1] !== undefined;
}

function isListing(effect: string): effect is ListingEffect {
  return (
    effect === 'excludeTypes' || effect === 'destinations' || listingEffects.some((known) => known === effect)
  );
}

function isKeyed(effect: string): effect is (typeof keyedEffects)[number] {
  return keyedEffects.some((known) => known === effect);
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** Effects on several fields stand together, where the first of them does. */
function thenOf(effects: readonly EffectModel[]): Effects {
  const then: Record<string, unknown> = {};
  for (const each of effects) {
    const value = valueOfEffect(each);
    then[each.effect] = 'field' in each ? { ...(then[each.effect] as object), [each.field]: value } : value;
  }
  return then as Effects;
}

function valueOfEffect(effect: EffectModel): unknown {
  switch (effect.kind) {
    case 'names':
      return effect.names;
    case 'asks':
    case 'filter':
      return conditionOf(effect.asked);
    case 'gives':
    case 'recipient':
      return operandOf(effect.value);
    case 'bounds':
      return Object.fromEntries(Object.entries(effect.bounds).map(([end, value]) => [end, operandOf(value)]));
    case 'word':
      return effect.word;
    case 'calculates':
      return expressionOf(effect.expression);
    case 'limits':
      return effect.limits;
    case 'flag':
      return true;
    case 'other':
      return effect.value;
  }
}

/**
 * The rule that shows something on some sites alone: it hides it on every other. What `shownOnlyOn` reads of a rule gives that rule
 * again; of other sites, names or conditions what the rule says otherwise stays.
 */
export function withShownOnly(rule: RuleSource, shown: ShownOnly): RuleSource {
  const before = shownOnlyOn(rule);
  const isSame =
    before !== undefined && isSameJson(before.sites, shown.sites) && isSameJson(before.when, shown.when);
  const when = isSame ? rule.when : elsewhere(shown);
  const model = modelOf({ ...rule, when, then: { hide: [...shown.names] } });
  return ruleOf({ ...model, keys: Object.keys(rule) });
}

function elsewhere({ sites, when }: ShownOnly): unknown {
  const away = { '!': { in: [{ var: 'site.id' }, [...sites]] } };
  if (when === undefined) return away;
  const others =
    isObject(when) && Array.isArray(when.and) && Object.keys(when).length === 1 ? when.and : [when];
  return { and: [...others, away] };
}
