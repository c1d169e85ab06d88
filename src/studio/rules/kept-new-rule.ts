import { isObject } from '#engine/json-schema/values.ts';
import type { RuleChoices } from '../protocol.ts';
import { nothingPicked, type PickedEffect } from './effect-picker.tsx';

/** A new rule that was begun and not added yet. */
export interface BegunRule {
  readonly picked: PickedEffect;
  readonly types: readonly string[];
  readonly description: string;
}

export const nothingBegun: BegunRule = { picked: nothingPicked, types: [], description: '' };

const key = 'slipway-studio-new-rule';

export function begunRule(): BegunRule | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isObject(kept) || !isObject(kept.picked)) return undefined;
    return { ...nothingBegun, ...kept, picked: { ...nothingPicked, ...kept.picked } };
  } catch {
    return undefined;
  }
}

/** Stores an unfinished rule, so that it survives a reload. Undefined deletes it. */
export function keepBegunRule(begun: BegunRule | undefined): void {
  try {
    if (begun === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(begun));
  } catch {
    // Without storage the rule exists as long as the page is open.
  }
}

/** Removes choices that no longer exist, because the documents were edited meanwhile. */
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
