import { keyedEffects, listingEffects } from '../../effects.ts';
import type { Effects, Rule } from '../../types.ts';

/** The smallest part of the effects of a rule: one effect on one type, field or limit. */
export interface EffectPart {
  readonly ruleId: string;
  /**
   * The segments from the `then` of the rule to the part, as in a JSON Pointer: `['hide', 1]`, `['limit',
   * 'upload', 'count']`.
   */
  readonly path: readonly (string | number)[];
  /** The key of the type or the name of the field that it is about. */
  readonly target?: string;
  /** A description for people: `hide office_location`. */
  readonly words: string;
}

/** Returns the parts of a rule, in the order of its effects. */
export function listEffectParts({ id: ruleId, then }: Rule): readonly EffectPart[] {
  return Object.entries(then).flatMap(([effect, value]) =>
    listPartSteps(effect as keyof Effects, value).map(({ steps, target }) => ({
      ruleId,
      path: [effect, ...steps],
      ...(target !== undefined && { target }),
      words: [effect, target, ...steps.slice(1)].filter((word) => word !== undefined).join(' '),
    })),
  );
}

interface PartSteps {
  readonly steps: readonly (string | number)[];
  readonly target?: string;
}

function listPartSteps(effect: keyof Effects, value: unknown): readonly PartSteps[] {
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
      return (value as readonly string[]).map((target, index) => ({ steps: [index], target }));
    case 'options':
    case 'filter':
    case 'preset':
    case 'calculate':
    case 'label':
    case 'hint':
      return Object.keys(value as object).map((target) => ({ steps: [target], target }));
    case 'limit':
    case 'bound':
      return Object.entries(value as object).flatMap(([target, limits]) =>
        Object.keys(limits as object).map((limit) => ({ steps: [target, limit], target })),
      );
    case 'preferTypes':
    case 'eligible':
    case 'offer':
    case 'hideSection':
    case 'recipient':
      return [{ steps: [] }];
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

export function decidesField({ path: [effect] }: EffectPart): boolean {
  return [...listingEffects, ...keyedEffects].some((name) => name === effect);
}

export function removePart(rule: Rule, { path }: EffectPart): Rule {
  return { ...rule, then: removeValueAt(rule.then, path) as Effects };
}

function removeValueAt(node: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
  if (Array.isArray(node)) return node.filter((_, index) => index !== step);
  const entries = Object.entries(node as object).flatMap(([key, value]) => {
    if (key !== step) return [[key, value] as const];
    const left = rest.length === 0 ? undefined : removeValueAt(value, rest);
    return left === undefined || isEmpty(left) ? [] : [[key, left] as const];
  });
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
