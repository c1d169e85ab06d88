import { type EffectName, getEffectDefinition, isFieldEffect } from '../../model/effects.ts';
import type { Effects, Rule } from '../../model/types.ts';

/** The smallest part of the effects of a rule: one effect on one type, field or limit. */
export interface EffectPart {
  readonly ruleId: string;
  /**
   * The segments from the `then` of the rule to the part, as in a JSON Pointer: `['hide', 1]`, `['limit',
   * 'upload', 'count']`.
   */
  readonly path: readonly [effect: EffectName, ...segments: readonly (string | number)[]];
  /** The type, field, block or destination that it is about. Absent for effects that name none. */
  readonly target?: string;
  /** A description for people: `hide office_location`. */
  readonly words: string;
}

/** Returns the parts of a rule, in the order of its effects. */
export function listEffectParts({ id: ruleId, then }: Rule): readonly EffectPart[] {
  return Object.entries(then).flatMap(([effect, value]) =>
    listPartPaths(effect as EffectName, value).map(({ segments, target }) => ({
      ruleId,
      path: [effect as EffectName, ...segments],
      ...(target !== undefined && { target }),
      words: [effect, target, ...segments.slice(1)].filter((word) => word !== undefined).join(' '),
    })),
  );
}

/** The path from the value of an effect to a part of it; empty for an effect that is one part. */
interface PartPath {
  readonly segments: readonly (string | number)[];
  readonly target?: string;
}

/** Returns the path, from the value of an effect, of each of its parts, with the target of the part. */
function listPartPaths(effect: EffectName, value: unknown): readonly PartPath[] {
  const { names, shape } = getEffectDefinition(effect);
  if (shape === 'names')
    return (value as readonly string[]).map((target, index) => ({ segments: [index], target }));
  if (names !== 'field') return [{ segments: [] }];
  if (shape !== 'limits' && shape !== 'bounds')
    return Object.keys(value as object).map((target) => ({ segments: [target], target }));
  return Object.entries(value as object).flatMap(([target, limits]) =>
    Object.keys(limits as object).map((limit) => ({ segments: [target, limit], target })),
  );
}

/**
 * Returns true if a part is decided before the current type is known: it decides which types there are, or
 * which one opens.
 */
export function isOpeningPart({ path: [effect] }: EffectPart): boolean {
  return getEffectDefinition(effect).group === 'types';
}

/**
 * Returns true if a part is decided before any field of the current type: types, the narrowed list, and
 * whether the section is shown.
 */
export function decidesStart({ path: [effect] }: EffectPart): boolean {
  return getEffectDefinition(effect).stage !== 'values';
}

/** Returns true if a part belongs to an effect on fields or blocks: `hide`, `require`, `preset`, `limit` … */
export function decidesField({ path: [effect] }: EffectPart): boolean {
  return isFieldEffect(effect);
}

/** Returns a copy of a rule without one of its parts. A list or object that becomes empty is removed too. */
export function removePart(rule: Rule, { path }: EffectPart): Rule {
  return { ...rule, then: copyWithoutValueAt(rule.then, path) as Effects };
}

/**
 * Returns a copy of a list or an object without the value at a path. Lists and objects inside it that become
 * empty are removed too.
 */
function copyWithoutValueAt(node: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
  if (Array.isArray(node)) return node.filter((_, index) => index !== step);
  const entries = Object.entries(node as object).flatMap(([key, value]) => {
    if (key !== step) return [[key, value] as const];
    const left = rest.length === 0 ? undefined : copyWithoutValueAt(value, rest);
    return left === undefined || isEmptyObject(left) ? [] : [[key, left] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns true for an object without properties and for a list without items. */
function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
