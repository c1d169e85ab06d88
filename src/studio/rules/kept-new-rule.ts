import { isObject } from '#engine/json-schema/values.ts';
import type { RuleChoices } from '../protocol.ts';
import { nothingPicked, type PickedEffect } from './effect-picker.tsx';

/** What somebody has chosen and written of a rule that is not added yet. */
export interface BegunRule {
  readonly picked: PickedEffect;
  /** The enquiry types that it is for. */
  readonly types: readonly string[];
  readonly description: string;
}

/** A rule of which nothing is chosen yet. */
export const nothingBegun: BegunRule = { picked: nothingPicked, types: [], description: '' };

const key = 'slipway-studio-new-rule';

/** The rule that was begun in this browser, and neither added nor cancelled. */
export function begunRule(): BegunRule | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isObject(kept) || !isObject(kept.picked)) return undefined;
    return { ...nothingBegun, ...kept, picked: { ...nothingPicked, ...kept.picked } };
  } catch {
    return undefined;
  }
}

/** Keeps it, also through a reload; undefined: nothing is left to be kept. */
export function keepBegunRule(begun: BegunRule | undefined): void {
  try {
    if (begun === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(begun));
  } catch {
    // A browser that keeps nothing has it as long as the page is open.
  }
}

/** What can still be chosen of it: an edit may have taken away what it speaks of. */
export function stillPossible(
  { picked, types, description }: BegunRule,
  { fields, types: known }: RuleChoices,
): BegunRule {
  const isKnown = (type: string) => known.some(({ name }) => name === type);
  const hasField = picked.field === '' || fields.some(({ name }) => name === picked.field);
  const { model: _model, ...withoutField } = { ...picked, field: '' };
  return {
    description,
    picked: { ...(hasField ? picked : withoutField), types: picked.types.filter(isKnown) },
    types: types.filter(isKnown),
  };
}
