import type { Effects } from './types.ts';

/** Effects that list fields. */
export const listingEffects = ['hide', 'conceal', 'require'] as const satisfies readonly (keyof Effects)[];

/** Effects that give something to fields by their names. */
export const keyedEffects = [
  'options',
  'filter',
  'preset',
  'limit',
  'bound',
] as const satisfies readonly (keyof Effects)[];

/** The fields that effects decide something about. */
export function fieldsDecidedBy(then: Effects): readonly string[] {
  return [
    ...listingEffects.flatMap((effect) => then[effect] ?? []),
    ...keyedEffects.flatMap((effect) => Object.keys(then[effect] ?? {})),
  ];
}
