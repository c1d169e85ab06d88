import type { Effects } from './types.ts';

/** Effects that list fields. */
export const listingEffects = [
  'hide',
  'show',
  'conceal',
  'require',
  'disable',
  'enable',
  'readonly',
] as const satisfies readonly (keyof Effects)[];

/** Effects that give something to fields by their names. */
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

/** Effects that act on a field where none of their rules holds: it is not there, or cannot be used. */
const awaitedEffects = ['show', 'enable'] as const satisfies readonly (keyof Effects)[];

/** Whether a rule decides something even where it does not hold. */
export function isAwaited(then: Effects): boolean {
  return awaitedEffects.some((effect) => then[effect] !== undefined);
}

/** The fields that effects decide something about. */
export function fieldsDecidedBy(then: Effects): readonly string[] {
  return [
    ...listingEffects.flatMap((effect) => then[effect] ?? []),
    ...keyedEffects.flatMap((effect) => Object.keys(then[effect] ?? {})),
  ];
}
