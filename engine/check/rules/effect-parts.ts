import { keyedEffects, listingEffects } from '../../model/effects.ts';
import type { Effects, Rule } from '../../model/types.ts';

/** The smallest part of the effects of a rule: one effect on one type, field or limit. */
export interface EffectPart {
  readonly ruleId: string;
  /**
   * The segments from the `then` of the rule to the part, as in a JSON Pointer: `['hide', 1]`, `['limit',
   * 'upload', 'count']`.
   */
  readonly path: readonly (string | number)[];
  /** The type, field, block or destination that it is about. Absent for effects that name none. */
  readonly target?: string;
  /** A description for people: `hide office_location`. */
  readonly words: string;
}

/** Returns the parts of a rule, in the order of its effects. */
export function listEffectParts({ id: ruleId, then }: Rule): readonly EffectPart[] {
  return Object.entries(then).flatMap(([effect, value]) =>
    listPartPaths(effect as keyof Effects, value).map(({ segments, target }) => ({
      ruleId,
      path: [effect, ...segments],
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
function listPartPaths(effect: keyof Effects, value: unknown): readonly PartPath[] {
  switch (effect) {
    case 'excludeTypes':
    case 'destinations':
    case 'hide':
    case 'show':
    case 'conceal':
    case 'require':
    case 'disable':
    case 'enable':
    case 'readonly':
      return (value as readonly string[]).map((target, index) => ({ segments: [index], target }));
    case 'options':
    case 'filter':
    case 'preset':
    case 'calculate':
    case 'label':
    case 'hint':
      return Object.keys(value as object).map((target) => ({ segments: [target], target }));
    case 'limit':
    case 'bound':
      return Object.entries(value as object).flatMap(([target, limits]) =>
        Object.keys(limits as object).map((limit) => ({ segments: [target, limit], target })),
      );
    case 'preferTypes':
    case 'eligible':
    case 'offer':
    case 'hideSection':
    case 'recipient':
      return [{ segments: [] }];
  }
}

/**
 * Returns true if a part is decided before the current type is known: it decides which types there are, or
 * which one opens.
 */
export function isOpeningPart({ path: [effect] }: EffectPart): boolean {
  return effect === 'excludeTypes' || effect === 'preferTypes';
}

/**
 * Returns true if a part is decided before any field of the current type: types, offices, and whether the
 * section is shown.
 */
export function decidesStart(part: EffectPart): boolean {
  const [effect] = part.path;
  return isOpeningPart(part) || effect === 'eligible' || effect === 'offer' || effect === 'hideSection';
}

/** Returns true if a part belongs to an effect on fields or blocks: `hide`, `require`, `preset`, `limit` … */
export function decidesField({ path: [effect] }: EffectPart): boolean {
  return [...listingEffects, ...keyedEffects].some((name) => name === effect);
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
