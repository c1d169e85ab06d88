import { evaluateCondition, type FactValues, listFactsRead } from '../conditions/condition.ts';
import type { keyedEffects, listingEffects } from '../model/effects.ts';
import { getFactField, getOptionsField } from '../model/fact-names.ts';
import { memoizeByKey, memoizeByObject } from '../model/memoize.ts';
import type { Because, Effects, Form, Rule } from '../model/types.ts';

/** The effects on the form as a whole. All others name a field or a block. */
const formEffects = [
  'excludeTypes',
  'preferTypes',
  'eligible',
  'offer',
  'hideSection',
  'recipient',
  'destinations',
] as const satisfies readonly (keyof Effects)[];

/**
 * The rules of a form. Under each effect on the form as a whole: the rules with this effect, in the form's
 * order.
 */
export interface RuleIndex extends Readonly<Record<(typeof formEffects)[number], readonly Rule[]>> {
  /** Returns the rules with an effect on a field or block; an empty object if there are none. */
  readonly getFieldRules: (name: string) => RulesByEffect;
  /** The fields that any rule of the form reads. */
  readonly read: FieldsRead;
  /** Returns the fields that the rules of a field read; undefined if they read none. */
  readonly getFieldsRead: (name: string) => FieldsRead | undefined;
  /** Like `getFieldsRead`, but only for the rules that choose and filter the options. */
  readonly getFieldsReadForOptions: (name: string) => FieldsRead | undefined;
}

/** The fields whose value is read, and the fields whose options are tested for existence. */
export interface FieldsRead {
  readonly values: readonly string[];
  readonly options: readonly string[];
}

/** The rules of one field by effect. An effect without rules is absent. */
export type RulesByEffect = Readonly<
  Partial<Record<(typeof listingEffects)[number] | (typeof keyedEffects)[number], readonly Rule[]>>
>;

/** Returns a form's rules by effect and by field. The index is built once. */
export function indexRules(form: Form): RuleIndex {
  return buildIndex(form.rules);
}

/** Returns the rules whose condition is true, in their order. Empty if `rules` is absent. */
export function selectMatchingRules(rules: readonly Rule[] | undefined, facts: FactValues): readonly Rule[] {
  return rules === undefined || rules.length === 0
    ? noRules
    : rules.filter((rule) => evaluateCondition(rule.when, facts));
}

/** Returns the ids of rules, in their order. */
export function getRuleIds(rules: readonly Rule[]): Because {
  return rules.length === 0 ? noIds : rules.map((rule) => rule.id);
}

const noIds: Because = [];
const noRules: readonly Rule[] = [];

/**
 * Builds the index. It is cached by rules, not by form: forms that differ only in texts, such as those with
 * piped answers, share their rules.
 */
const buildIndex = memoizeByObject((rules: readonly Rule[]): RuleIndex => {
  const withEffect = formEffects.map((effect) => [
    effect,
    rules.filter(({ then }) => then[effect] !== undefined),
  ]);
  const getFieldRules = memoizeByKey((name: string) => selectFieldRules(rules, name));
  return {
    ...(Object.fromEntries(withEffect) as Pick<RuleIndex, (typeof formEffects)[number]>),
    getFieldRules,
    read: collectFieldsRead(rules.map(({ when, then }) => [when, then])),
    getFieldsRead: memoizeByKey((name) => findFieldsReadBy(getFieldRules(name), name)),
    getFieldsReadForOptions: memoizeByKey((name) => {
      const { options = [], filter = [] } = getFieldRules(name);
      return findFieldsReadBy({ options, filter }, name);
    }),
  };
});

/**
 * Returns the fields that some rules of a field read, in their conditions and in their effects on it;
 * undefined if they read none.
 * @param name The name of the field.
 */
function findFieldsReadBy(rules: RulesByEffect, name: string): FieldsRead | undefined {
  const facts = Object.entries(rules).flatMap(([effect, ofEffect]) =>
    ofEffect.map(({ when, then }) => [when, Object(then[effect as keyof RulesByEffect])[name]]),
  );
  const read = collectFieldsRead(facts);
  return read.values.length + read.options.length === 0 ? undefined : read;
}

/** Returns the fields whose values and options are facts in these expressions, each once. */
function collectFieldsRead(expressions: readonly unknown[]): FieldsRead {
  const facts = listFactsRead(expressions);
  return {
    values: [...new Set(facts.flatMap((name) => getFactField(name) ?? []))],
    options: [...new Set(facts.flatMap((name) => getOptionsField(name) ?? []))],
  };
}

/** Returns the rules with an effect on a field or block, by effect and in their order. */
function selectFieldRules(rules: readonly Rule[], name: string): RulesByEffect {
  const found: Record<string, Rule[]> = {};
  for (const rule of rules) {
    for (const [effect, given] of Object.entries(rule.then)) {
      const isGiven = Array.isArray(given) ? given.includes(name) : Object.hasOwn(Object(given), name);
      if (!isGiven) continue;
      found[effect] ??= [];
      found[effect].push(rule);
    }
  }
  return found;
}
