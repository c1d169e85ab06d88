import { isOperation } from '../../conditions/condition.ts';
import { quantifiers } from '../../conditions/quantified.ts';
import { type Condition, type Effects, type Json, optionSetNames, type Rule } from '../../types.ts';
import { partsOf, withoutPart } from './parts.ts';

/** A rule with one mistake in it, as people make it. */
export interface Mutant {
  /** A description for people: `"modal" without "hide office_location"`. */
  readonly words: string;
  readonly rule: Rule;
}

/**
 * Returns every mutant of a rule: each effect removed, each condition and each part of it negated or removed,
 * each number increased and decreased by one, `conceal` instead of `hide`, another option set.
 */
export function mutantsOf(rule: Rule): readonly Mutant[] {
  const mutant = (change: string, mutated: Rule): Mutant => ({
    words: `"${rule.id}" ${change}`,
    rule: mutated,
  });
  return [
    ...partsOf(rule).map((part) => mutant(`without "${part.words}"`, withoutPart(rule, part))),
    ...mutatedWhen(rule).map(([change, when]) => mutant(change, withWhen(rule, when))),
    ...filterEffects.flatMap((effect) =>
      turned(rule.then[effect]).map(([change, condition]) =>
        mutant(`with ${change} in "${effect}"`, withEffect(rule, effect, condition)),
      ),
    ),
    ...nudged(rule.then).map(([change, then]) => mutant(change, { ...rule, then })),
    ...swapped(rule.then).map(([change, then]) => mutant(change, { ...rule, then })),
  ];
}

const filterEffects = ['eligible', 'offer', 'preferTypes'] as const;

type Changed<Value> = readonly [change: string, value: Value];

function mutatedWhen({ when }: Rule): readonly Changed<Condition | undefined>[] {
  if (when === undefined) return [];
  return [
    ['without its condition', undefined],
    ...turned(when).map(([change, condition]): Changed<Condition> => [`with ${change}`, condition]),
  ];
}

function withWhen({ when: _when, ...rule }: Rule, when: Condition | undefined): Rule {
  return { ...rule, ...(when !== undefined && { when }) };
}

function withEffect(rule: Rule, effect: keyof Effects, value: unknown): Rule {
  return { ...rule, then: { ...rule.then, [effect]: value } };
}

/** Returns the negation of a condition, and the condition with each of its parts negated. */
function turned(condition: Condition | undefined): readonly Changed<Condition>[] {
  if (condition === undefined) return [];
  return [[`${JSON.stringify(condition)} turned round`, { '!': [condition] }], ...turnedInside(condition)];
}

function turnedInside(condition: Condition): readonly Changed<Condition>[] {
  const [entry] = Object.entries(condition);
  const [operator = '', operands] = entry ?? [];
  const others = quantifiers.includes(operator) ? quantifiers.filter((other) => other !== operator) : [];
  if (others.length > 0)
    return others.map((other): Changed<Condition> => [`"${other}" for "${operator}"`, { [other]: operands }]);
  if (!['and', 'or', '!'].includes(operator) || !Array.isArray(operands)) return [];
  return operands.flatMap((operand: unknown, index) => {
    if (!isOperation(operand)) return [];
    const inner = operator === '!' ? turnedInside(operand) : turned(operand);
    return inner.map(
      ([change, value]): Changed<Condition> => [
        change,
        { [operator]: operands.map((each, at) => (at === index ? value : each)) },
      ],
    );
  });
}

function nudged(then: Effects): readonly Changed<Effects>[] {
  const { limit, bound } = then;
  return [...numbersIn({ limit, bound })].flatMap(([path, number]) =>
    [number + 1, number - 1].map(
      (value): Changed<Effects> => [
        `with ${path.join(' ')} ${value} for ${number}`,
        replaced(then, path, value) as Effects,
      ],
    ),
  );
}

function* numbersIn(
  node: unknown,
  path: readonly string[] = [],
): Generator<readonly [readonly string[], number]> {
  if (typeof node === 'number') yield [path, node];
  if (!isOperation(node)) return;
  for (const [key, value] of Object.entries(node)) yield* numbersIn(value, [...path, key]);
}

function replaced(node: unknown, [step, ...rest]: readonly string[], value: Json): unknown {
  if (step === undefined) return value;
  return {
    ...(node as object),
    [step]: replaced((node as Readonly<Record<string, unknown>>)[step], rest, value),
  };
}

function swapped(then: Effects): readonly Changed<Effects>[] {
  const { hide, conceal, options = {}, ...rest } = then;
  const sets = Object.entries(options).flatMap(([field, set]) =>
    optionSetNames
      .filter((other) => other !== set)
      .map(
        (other): Changed<Effects> => [
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
