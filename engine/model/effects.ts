import type { Effects } from './types.ts';

/** Effects whose value is a list of names of fields or blocks. */
export const listingEffects = [
  'hide',
  'show',
  'conceal',
  'require',
  'disable',
  'enable',
  'readonly',
] as const satisfies readonly (keyof Effects)[];

/** Effects whose value is an object with field names as keys. */
export const keyedEffects = [
  'options',
  'filter',
  'preset',
  'calculate',
  'limit',
  'bound',
  'label',
  'hint',
] as const satisfies readonly (keyof Effects)[];

/**
 * Effects with a meaning when no rule matches: without a matching `show` the field is hidden, without a
 * matching `enable` it is disabled.
 */
const effectsWithDefault = ['show', 'enable'] as const satisfies readonly (keyof Effects)[];

/**
 * Returns true if a rule affects fields even when its condition is false: if it has one of
 * `effectsWithDefault`.
 */
export function hasEffectWhenUnmatched(then: Effects): boolean {
  return effectsWithDefault.some((effect) => then[effect] !== undefined);
}

/**
 * Returns the names of the fields and blocks in all effects of a rule. A name in several effects is repeated.
 * Effects on types, offices and the section are left out.
 */
export function listAffectedFields(then: Effects): readonly string[] {
  return [
    ...listingEffects.flatMap((effect) => then[effect] ?? []),
    ...keyedEffects.flatMap((effect) => Object.keys(then[effect] ?? {})),
  ];
}
