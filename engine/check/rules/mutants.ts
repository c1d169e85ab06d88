import { isOperation } from '../../conditions/condition.ts';
import { quantifiers } from '../../conditions/quantified.ts';
import { listEffectsOfShape } from '../../model/effects.ts';
import { optionSetNames } from '../../model/option-sets.ts';
import type { Condition, Effects, Json, Rule } from '../../model/types.ts';
import { listEffectParts, removePart } from './effect-parts.ts';

/** A rule with one mistake in it, as people make it. */
export interface RuleMutant {
  /** A description for people: `"modal" without "hide office_location"`. */
  readonly words: string;
  readonly rule: Rule;
}

/**
 * Returns every mutant of a rule: a part of its effects or its `when` removed, a condition or a part of one
 * negated, a quantifier exchanged, a limit or bound changed by one, `hide` and `conceal` exchanged, another
 * option set.
 */
export function generateRuleMutants(rule: Rule): readonly RuleMutant[] {
  const createMutant = (change: string, mutated: Rule): RuleMutant => ({
    words: `"${rule.id}" ${change}`,
    rule: mutated,
  });
  return [
    ...listEffectParts(rule).map((part) => createMutant(`without "${part.words}"`, removePart(rule, part))),
    ...listConditionMutations(rule).map(([change, when]) =>
      createMutant(change, copyWithCondition(rule, when)),
    ),
    ...listEffectsOfShape('condition').flatMap((effect) =>
      listNegations(rule.then[effect]).map(([change, condition]) =>
        createMutant(`with ${change} in "${effect}"`, copyWithEffect(rule, effect, condition)),
      ),
    ),
    ...listNumberMutations(rule.then).map(([change, then]) => createMutant(change, { ...rule, then })),
    ...listEffectSwaps(rule.then).map(([change, then]) => createMutant(change, { ...rule, then })),
  ];
}

/** A changed value with the description of the change. */
type Mutation<Value> = readonly [change: string, value: Value];

/**
 * Returns the conditions that may replace the one of a rule: no condition (undefined), then the negations.
 * Returns none for a rule without a condition.
 */
function listConditionMutations({ when }: Rule): readonly Mutation<Condition | undefined>[] {
  if (when === undefined) return [];
  return [
    ['without its condition', undefined],
    ...listNegations(when).map(([change, condition]): Mutation<Condition> => [`with ${change}`, condition]),
  ];
}

/** Returns a copy of a rule with another condition; without any if `when` is undefined. */
function copyWithCondition({ when: _when, ...rule }: Rule, when: Condition | undefined): Rule {
  return { ...rule, ...(when !== undefined && { when }) };
}

/** Returns a copy of a rule with another value of one effect. */
function copyWithEffect(rule: Rule, effect: keyof Effects, value: unknown): Rule {
  return { ...rule, then: { ...rule.then, [effect]: value } };
}

/** Returns the negation of a condition, and the results of `listInnerNegations`; none for undefined. */
function listNegations(condition: Condition | undefined): readonly Mutation<Condition>[] {
  if (condition === undefined) return [];
  return [
    [`${JSON.stringify(condition)} turned round`, { '!': [condition] }],
    ...listInnerNegations(condition),
  ];
}

/**
 * Returns copies of a condition, each with one operand of its `and`, `or` or `!` negated, or with one operand
 * of those inside. A quantifier is replaced by each other quantifier instead; comparisons have no copies.
 */
function listInnerNegations(condition: Condition): readonly Mutation<Condition>[] {
  const [entry] = Object.entries(condition);
  const [operator = '', operands] = entry ?? [];
  const others = quantifiers.includes(operator) ? quantifiers.filter((other) => other !== operator) : [];
  if (others.length > 0)
    return others.map(
      (other): Mutation<Condition> => [`"${other}" for "${operator}"`, { [other]: operands }],
    );
  if (!['and', 'or', '!'].includes(operator) || !Array.isArray(operands)) return [];
  return operands.flatMap((operand: unknown, index) => {
    if (!isOperation(operand)) return [];
    const inner = operator === '!' ? listInnerNegations(operand) : listNegations(operand);
    return inner.map(
      ([change, value]): Mutation<Condition> => [
        change,
        { [operator]: operands.map((each, at) => (at === index ? value : each)) },
      ],
    );
  });
}

/**
 * Returns two copies of the effects for each number in `limit` and `bound`: with the number plus 1, and minus
 * 1.
 */
function listNumberMutations(then: Effects): readonly Mutation<Effects>[] {
  const { limit, bound } = then;
  return [...listNumbers({ limit, bound })].flatMap(([path, number]) =>
    [number + 1, number - 1].map(
      (value): Mutation<Effects> => [
        `with ${path.join(' ')} ${value} for ${number}`,
        copyWithValueAt(then, path, value) as Effects,
      ],
    ),
  );
}

/** Yields each number in nested objects with the keys that lead to it. */
function* listNumbers(
  node: unknown,
  path: readonly string[] = [],
): Generator<readonly [readonly string[], number]> {
  if (typeof node === 'number') yield [path, node];
  if (!isOperation(node)) return;
  for (const [key, value] of Object.entries(node)) yield* listNumbers(value, [...path, key]);
}

/** Returns a copy of nested objects with another value at a path; the value itself for an empty path. */
function copyWithValueAt(node: unknown, [step, ...rest]: readonly string[], value: Json): unknown {
  if (step === undefined) return value;
  return {
    ...(node as object),
    [step]: copyWithValueAt((node as Readonly<Record<string, unknown>>)[step], rest, value),
  };
}

/**
 * Returns copies of the effects: for each field with an option set, one with each other built-in set; one in
 * which the fields of `hide` are concealed instead; one in which those of `conceal` are hidden instead.
 */
function listEffectSwaps(then: Effects): readonly Mutation<Effects>[] {
  const { hide, conceal, options = {}, ...rest } = then;
  const sets = Object.entries(options).flatMap(([field, set]) =>
    optionSetNames
      .filter((other) => other !== set)
      .map(
        (other): Mutation<Effects> => [
          `with options ${field} ${other}`,
          { ...then, options: { ...options, [field]: other } },
        ],
      ),
  );
  const others = { ...rest, ...(Object.keys(options).length > 0 && { options }) };
  return [
    ...sets,
    ...(hide === undefined
      ? []
      : [['with "conceal" for "hide"', { ...others, conceal: [...(conceal ?? []), ...hide] }] as const]),
    ...(conceal === undefined
      ? []
      : [['with "hide" for "conceal"', { ...others, hide: [...(hide ?? []), ...conceal] }] as const]),
  ];
}
